import type { Model } from '@rowcast/contracts/domain/models/model';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/shared/lib/format/format.ts';

/** The position of a queued training, and when it is expected to start. */
export function QueueNote({ queue }: Pick<Model, 'queue'>) {
  const { t } = useTranslation('models');
  if (!queue) return <>{t('phase.queued')}</>;
  const { position, estimatedStart } = queue;
  return (
    <>
      {t('queue.position', { position })}
      {estimatedStart && ` · ${t('queue.start', { time: formatDateTime(estimatedStart) })}`}
    </>
  );
}
