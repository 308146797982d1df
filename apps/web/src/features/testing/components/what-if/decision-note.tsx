import type { PredictionResponse } from '@rowcast/contracts/domain/predictions/prediction';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatNumber, formatPercent } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import type { AppliedRule } from '../../what-if/decision.ts';

type Prediction = PredictionResponse['predictions'][number];

/** Explains that a threshold or cost rule chose the class, and links to the rule. */
export function DecisionNote({ decided, apiId }: { decided: AppliedRule; apiId: string }) {
  const { t } = useTranslation('testing');
  const paths = usePaths();
  const { by, what, from } = decided;
  return (
    <p className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-sm">
      <Scale className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {t(by === 'model' ? 'decision.model' : `decision.${what}.${by}`)}{' '}
        {from
          ? t('decision.from', {
              positive: classText(from.positive),
              threshold: formatPercent(from.threshold),
            })
          : t('decision.least')}
        {by === 'api' && (
          <>
            {' '}
            <Link to={paths.apiTab(apiId, 'settings')} className="underline">
              {t('decision.change')}
            </Link>
          </>
        )}
      </span>
    </p>
  );
}

interface DecidedRowProps {
  decided: AppliedRule;
  prediction: Prediction;
}

/** The side of the threshold on which the row lies, or its expected cost. */
export function DecisionRow({ decided: { from, what }, prediction }: DecidedRowProps) {
  const { t } = useTranslation('testing');
  const { probabilities = {}, expectedCost } = prediction;
  const probability = from ? probabilities[from.positive] : undefined;
  const side =
    from && probability !== undefined
      ? t(probability >= from.threshold ? 'decision.reached' : 'decision.below', {
          positive: classText(from.positive),
          probability: formatPercent(probability),
          threshold: formatPercent(from.threshold),
        })
      : null;
  const cost =
    what === 'costs' && expectedCost !== undefined
      ? t('decision.cost', {
          cost:
            expectedCost < 0
              ? t('decision.gain', { amount: formatNumber(-expectedCost) })
              : formatNumber(expectedCost),
        })
      : null;
  if (!side && !cost) return null;
  return <p className="text-soft text-sm">{[side, cost].filter(Boolean).join(' ')}</p>;
}
