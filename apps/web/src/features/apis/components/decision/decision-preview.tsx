import { nearestRow } from '@rowcast/contracts/domain/models/decision-figures';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { type CostTable, costThreshold } from '@rowcast/contracts/domain/predictions/decision';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatInteger, formatNumber, formatScore } from '@/shared/lib/format/format.ts';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { countsOf, type DecisionMode, isKnown, meanCost, rowsOf } from '../../decision.ts';
import { CostPreview } from './cost-preview.tsx';

interface DecisionOutlookProps {
  report: Report;
  mode: DecisionMode;
  threshold: number | null;
  costs: CostTable;
}

/** The effect of a threshold or costs on the scored rows, compared with the default decision. */
export function DecisionPreview({ report, mode, threshold, costs }: DecisionOutlookProps) {
  const { t } = useTranslation('apis');
  const { classification, evaluation } = report;
  const thresholds = classification?.thresholds;
  const isUnfinished = mode === 'costs' && !costs.flat().every(isKnown);
  if (mode === 'model' || !classification || isUnfinished) return null;
  const rows = rowsOf(classification.confusion);
  const sourceOf = (some: number) =>
    t(
      `decision.${evaluation?.source === 'out_of_fold' ? 'rowsFold' : 'rowsHeld'}${some < rows ? 'Some' : ''}`,
      { some: formatInteger(some), rows: formatInteger(rows) },
    );
  const amount = (cost: number) =>
    cost < 0 ? t('decision.gain', { amount: formatNumber(-cost) }) : formatNumber(cost);
  if (!thresholds && classification.sample)
    return (
      <section
        aria-label={t('decision.follows')}
        aria-live="polite"
        className="grid gap-2 rounded-lg border p-3"
      >
        <CostPreview labels={report.labels} costs={costs} sample={classification.sample} amount={amount} />
        <p className="text-faint text-sm">{sourceOf(classification.sample.truth.length)}</p>
      </section>
    );
  if (!thresholds)
    return (
      <p className="text-soft text-sm">
        {t('decision.manyCost', { cost: amount(meanCost(classification.confusion, costs)) })} {sourceOf(rows)}
      </p>
    );
  const from = mode === 'costs' ? costThreshold(costs) : threshold;
  if (!isKnown(from)) return null;
  const positive = classText(thresholds.positive);
  const now = nearestRow(thresholds.rows, from);
  const own = nearestRow(thresholds.rows, thresholds.threshold);
  if (!now || !own) return null;
  const against = (value: string, before: string) => t('decision.against', { value, own: before });
  const count = (of: 'falseNegatives' | 'falsePositives') =>
    against(formatInteger(now[of]), formatInteger(own[of]));
  const costOf = (row: typeof now) => amount(meanCost(countsOf(row), costs));
  return (
    <section
      aria-label={t('decision.follows')}
      aria-live="polite"
      className="grid gap-2 rounded-lg border p-3"
    >
      <Facts
        items={[
          {
            label: t('decision.from', { positive }),
            value: against(formatScore(from, 2), formatScore(thresholds.threshold, 2)),
          },
          { label: t('decision.missed', { positive }), value: count('falseNegatives') },
          { label: t('decision.alarms', { positive }), value: count('falsePositives') },
          ...(mode === 'costs'
            ? [{ label: t('decision.meanCost'), value: against(costOf(now), costOf(own)) }]
            : []),
        ]}
      />
      <p className="text-faint text-sm">{sourceOf(rows)}</p>
    </section>
  );
}
