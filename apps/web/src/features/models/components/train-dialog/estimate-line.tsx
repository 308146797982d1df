import { maxBudgets } from '@rowcast/contracts/domain/models/training';
import { Timer } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDuration } from '@/shared/lib/format/format.ts';
import { useDebounced } from '@/shared/lib/live/use-debounced.ts';
import { useEstimate } from '../../api.ts';
import {
  type Before,
  isUploaded,
  type TrainFormInput,
  toTraining,
  type trainForm,
} from '../../training/train-form.ts';

interface EstimateLineProps {
  apiId: string | undefined;
  schema: typeof trainForm;
  before: Before | undefined;
}

/** Rounds to two significant digits, since estimates are not more precise. */
const roughly = (amount: number | null) => amount && Number(amount.toPrecision(2));

/** Estimates the cost of the training with the current settings. Updates when a setting changes. */
export function EstimateLine({ apiId, schema, before }: EstimateLineProps) {
  const { t } = useTranslation('models');
  const checked = schema.safeParse(useWatch<TrainFormInput>());
  const training =
    checked.success && !isUploaded(checked.data) ? toTraining(apiId, checked.data, before) : null;
  const settled = useDebounced(JSON.stringify(training));
  const { data, isError } = useEstimate(JSON.parse(settled));
  if (!training || isError) return null;
  const { reproducible = false } = training;
  const most = (reproducible ? maxBudgets : 1) * (training.timeBudgetSeconds as number);
  const low = formatDuration(Math.max(1, Math.floor(data?.lowSeconds ?? 0)));
  const limit = reproducible ? 'cap' : 'budget';
  const high = formatDuration(Math.max(1, Math.ceil(data?.highSeconds ?? 0)));
  return (
    <p aria-live="polite" className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-sm">
      <Timer className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden />
      <span className="min-w-0">
        {data?.status === 'ready' ? (
          <>
            <span className="font-medium">
              {t(`estimate.${data.takesBudget ? limit : 'between'}`, {
                time: high,
                times: maxBudgets,
                low,
                high,
                memory: formatBytes(roughly(data.memoryBytes)),
              })}
            </span>{' '}
            <span className="text-soft">
              {data.trainings > 0
                ? t('estimate.learned', { count: data.trainings })
                : t('estimate.notLearned')}
            </span>
          </>
        ) : (
          <span className="text-soft">
            {t(data?.status === 'unknown' ? 'estimate.unknown' : 'estimate.running', {
              time: formatDuration(most),
            })}
          </span>
        )}
      </span>
    </p>
  );
}
