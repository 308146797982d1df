import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHealth } from '../../health.ts';

/** Warns that queued work is waiting because no worker is running. */
export function WaitingNotice({ work }: { work: 'training' | 'ingest' }) {
  const { t } = useTranslation('ui', { keyPrefix: 'noWorker' });
  const checks = useHealth({ every: 10_000 }).data?.checks;
  if (checks?.worker !== false) return null;
  return (
    <div role="status" className="flex items-start gap-2 rounded-md bg-yellow-soft px-3 py-2">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-yellow" aria-hidden />
      <p>
        <span className="font-medium">{t(work)}</span> {t('next')}
      </p>
    </div>
  );
}
