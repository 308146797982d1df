import { binaryFigures } from '@rowcast/contracts/domain/models/decision-figures';
import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { useApi } from '@/features/apis/index.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { useThresholdChoice } from '../threshold-choice.ts';
import { CostFields } from './cost-fields.tsx';
import { CostOutcome } from './cost-outcome.tsx';
import { SaveDecision } from './save-decision.tsx';
import { ShareTile, wholePercent } from './share-tile.tsx';
import { ThresholdSlider } from './threshold-slider.tsx';

interface BinarySummaryProps {
  model: ModelDetail;
  report: Report;
  thresholds: NonNullable<NonNullable<Report['classification']>['thresholds']>;
}

/** The rows that are found and flagged at a threshold, which can be moved and follows costs. */
export function BinarySummary({ model, report, thresholds }: BinarySummaryProps) {
  const { t } = useTranslation('decisions');
  const api = useApi(model.apiId).data;
  const choice = useThresholdChoice(report, thresholds, api);
  if (!choice) return null;
  const { found, correct, flagged } = binaryFigures(choice.row);
  const positive = classText(thresholds.positive);
  return (
    <>
      <p aria-live="polite" className="min-h-[2lh] max-w-prose text-lg max-sm:min-h-[4lh]">
        {correct && found && flagged
          ? t('binary.sentence', {
              found: wholePercent(found.share),
              correct: wholePercent(correct.share),
              flagged: wholePercent(flagged.share),
              target: report.target,
              positive,
            })
          : t('binary.none')}
      </p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <ShareTile label={t('binary.found', { positive })} share={found} />
        <ShareTile label={t('binary.correct')} share={correct} />
        <ShareTile label={t('binary.flagged')} share={flagged} />
      </div>
      <ThresholdSlider choice={choice} rows={thresholds.rows} positive={positive} />
      <CostFields choice={choice} positive={positive} />
      {choice.costs && (
        <CostOutcome
          rows={thresholds.rows}
          row={choice.row}
          costs={choice.costs}
          currency={choice.currency}
        />
      )}
      {api && <SaveDecision api={api} model={model} labels={report.labels} choice={choice} />}
    </>
  );
}
