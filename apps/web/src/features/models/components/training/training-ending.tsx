import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/shared/lib/format/format.ts';
import { useReasonText } from '../../report/reason-text.ts';
import { KeepGoingButton } from './keep-going-button.tsx';

interface TrainingEndingProps {
  model: Pick<ModelDetail, 'id' | 'timeBudgetSeconds' | 'settings'>;
  report: Pick<Report, 'ending' | 'stoppedEarly' | 'cost'>;
}

/** States why and when the training ended, and offers to continue with a longer budget. */
export function TrainingEnding({ model, report }: TrainingEndingProps) {
  const { t } = useTranslation('models');
  const inWords = useReasonText();
  const { settings, timeBudgetSeconds } = model;
  const { ending, stoppedEarly, cost } = report;
  // A single estimator and an uploaded file have nothing more to try.
  if (settings.estimator || settings.onnx) return null;
  const budget = formatDuration(timeBudgetSeconds);
  const used = cost ? formatDuration(cost.seconds) : null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border bg-surface px-4 py-3">
      <p className="min-w-0 text-soft">
        {ending
          ? t('ending.early', { why: inWords('', [ending]) })
          : t(stoppedEarly ? 'score.stoppedEarly' : 'ending.budget', { budget })}{' '}
        {used && <span className="tabular-nums">{t('training.spent', { time: used, budget })}</span>}
      </p>
      <KeepGoingButton model={model} />
    </div>
  );
}
