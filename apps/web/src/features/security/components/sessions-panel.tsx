import type { Session } from '@rowcast/contracts/domain/people/session';
import { Monitor, Smartphone, Tablet, Terminal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelative } from '@/shared/lib/format/format.ts';
import { focusContent } from '@/shared/lib/navigation/focus-content.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useRevokeSession, useSessions } from '../api.ts';
import { DeviceName, PlaceName } from './origin.tsx';

const icons = { desktop: Monitor, mobile: Smartphone, tablet: Tablet, other: Terminal } as const;

export function SessionsPanel() {
  const { t } = useTranslation('security', { keyPrefix: 'sessions' });
  const { data: sessions, error, refetch } = useSessions();
  const revoke = useRevokeSession();
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Panel
      title={t('title')}
      description={t('description')}
      flush
      actions={
        others.length > 0 && (
          <AlertDialog
            danger
            trigger={<Button variant="danger">{t('revokeOthers')}</Button>}
            title={t('revokeOthers')}
            description={t('revokeOthersHint')}
            action={t('revokeOthers')}
            onConfirm={async () => {
              await revoke.mutateAsync({ others: true });
              notify.success(t('othersRevoked'));
            }}
          />
        )
      }
    >
      {error && !sessions && (
        <div className="p-4">
          <ErrorState error={error} onRetry={refetch} />
        </div>
      )}
      {!sessions && !error && (
        <div className="p-4">
          <SkeletonLines lines={3} />
        </div>
      )}
      <ul>
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('security', { keyPrefix: 'sessions' });
  const revoke = useRevokeSession();
  const Icon = icons[session.device.kind];
  // The row and its button are removed.
  const onSuccess = () => {
    notify.success(t('revoked'));
    focusContent();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3 last:border-b-0">
      <Icon className="size-5 shrink-0 text-faint" aria-hidden />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <DeviceName device={session.device} />
          {session.current && <Badge tone="green">{t('current')}</Badge>}
        </p>
        <p className="break-words text-soft text-sm">
          <PlaceName place={session.place} />
          {' · '}
          {t('lastUsed', { when: formatRelative(session.lastUsedAt) })}
          {' · '}
          {t('until', { when: formatDateTime(session.expiresAt) })}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          busy={revoke.isPending}
          onClick={() => revoke.mutate({ sessionId: session.id }, { onSuccess })}
        >
          {t('revoke')}
        </Button>
      )}
    </li>
  );
}
