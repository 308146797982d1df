import { maxBudgets } from '@rowcast/contracts/domain/models/training';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatPercent } from '@/shared/lib/format/format.ts';
import { isAllowedBudget, secondsOf } from '../../training/time-budget.ts';
import { isUploaded, type TrainFormInput } from '../../training/train-form.ts';

/** Describes in one sentence what a training with the current settings does. */
export function TrainingSummary() {
  const { t } = useTranslation('models');
  const { control } = useFormContext<TrainFormInput>();
  const names = ['modelType', 'custom', 'estimator', 'testSize', 'reproducible'] as const;
  const [modelType = 'auto', custom, estimator, testSize, reproducible] = useWatch({ control, name: names });
  const [budget, timeBudget, timeUnit] = useWatch({ control, name: ['budget', 'timeBudget', 'timeUnit'] });
  const uploaded = isUploaded({ modelType, custom });
  const seconds = secondsOf({ budget, timeBudget, timeUnit });
  const share = Number(testSize);
  if (!(share >= 0) || !(uploaded || isAllowedBudget(seconds))) return null;
  const trained = modelType === 'auto' ? 'several' : 'one';
  const scored = share === 0 ? 'Folds' : 'Held';
  return (
    <p>
      {t(`summary.${uploaded ? 'uploaded' : trained}${scored}`, {
        model: modelType === 'custom' ? t(`estimator.${estimator}`) : t(`modelType.${modelType}`),
        time: formatDuration((reproducible ? maxBudgets : 1) * seconds),
        share: formatPercent(share, Number.isInteger(100 * share) ? 0 : 1),
      })}
    </p>
  );
}
