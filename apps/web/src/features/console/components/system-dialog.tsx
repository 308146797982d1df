import { useTranslation } from 'react-i18next';
import { useLiveState } from '@/shared/lib/live-state.ts';
import { Dialog } from '@/shared/ui/dialog.tsx';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/skeleton.tsx';
import { useHealth } from '../health.ts';
import { SystemParts } from './system-parts.tsx';

/** What the server says about its parts, asked for as long as one looks. */
export function SystemDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console', { keyPrefix: 'system' });
  const live = useLiveState((state) => state.connected);
  const health = useHealth({ every: 5000 });
  return (
    <Dialog onClose={onClose} size="sm" title={t('title')} description={t('hint')}>
      {health.error ? (
        <ErrorState error={health.error} onRetry={health.refetch} />
      ) : health.data ? (
        <div className="border-y">
          <SystemParts checks={health.data.checks} live={live} />
        </div>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Dialog>
  );
}
