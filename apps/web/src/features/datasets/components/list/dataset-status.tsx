import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '@/shared/ui/layout/badge.tsx';
import { Progress } from '@/shared/ui/states/progress.tsx';
import { useIngestSteps } from '../../upload/ingest-progress.ts';

/** The status badge, with progress during ingestion. */
export function DatasetStatus({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  const step = useIngestSteps(({ steps }) => steps[dataset.id]);
  return (
    <div className="grid min-w-28 justify-items-start gap-1.5">
      <StatusBadge status={dataset.status} />
      {dataset.status === 'processing' && (
        <div className="grid w-full gap-1" aria-live="polite">
          <Progress
            label={t('reading', { name: dataset.name })}
            value={step?.share == null ? null : step.share * 100}
          />
          <span className="text-soft text-xs">{t(`phase.${step?.phase ?? 'waiting'}`)}</span>
        </div>
      )}
    </div>
  );
}
