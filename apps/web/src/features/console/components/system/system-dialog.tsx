import { useTranslation } from 'react-i18next';
import { usePermission } from '@/features/auth/index.ts';
import { useLiveState } from '@/shared/lib/live/live-state.ts';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useHealth } from '../../health.ts';
import { FailedMails } from './failed-mails.tsx';
import { SystemParts } from './system-parts.tsx';

/** The health of the server's components, refreshed while open, and unsent e-mails. */
export function SystemDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console', { keyPrefix: 'system' });
  const canManage = usePermission('Manage Team');
  const live = useLiveState((state) => state.connected);
  const health = useHealth({ every: 5000 });
  return (
    <Dialog onClose={onClose} title={t('title')} description={t('hint')}>
      {health.error ? (
        <ErrorState error={health.error} onRetry={health.refetch} />
      ) : health.data ? (
        <div className="border-y">
          <SystemParts checks={health.data.checks} live={live} />
        </div>
      ) : (
        <SkeletonLines lines={4} />
      )}
      {canManage && <FailedMails />}
    </Dialog>
  );
}
