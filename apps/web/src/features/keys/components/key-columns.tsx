import type { ApiKey } from '@rowcast/contracts/domain/apis/key';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { formatDate, formatInteger, formatRelative } from '@/shared/lib/format/format.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Badge, StatusBadge } from '@/shared/ui/layout/badge.tsx';
import type { Column } from '@/shared/ui/tables/data-table.tsx';
import { useRevokeKey } from '../api.ts';
import { hasEnded } from '../key-has-ended.ts';

/** The columns of the key list, with the actions on an active key. */
export function useKeyColumns(apiId: string, onRotate: (key: ApiKey) => void): Column<ApiKey>[] {
  const { t } = useTranslation('keys');
  const writeDeniedReason = useDeniedReason('Write');
  return [
    {
      id: 'name',
      header: t('column.name'),
      sortValue: ({ name }) => name,
      cell: (key) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{key.name}</span>
          <KeyState apiKey={key} />
          <OwnerState apiKey={key} />
        </span>
      ),
    },
    {
      id: 'prefix',
      header: t('column.key'),
      cell: ({ prefix }) => (
        <code className="whitespace-nowrap font-mono text-sm max-sm:text-xs">{prefix}…</code>
      ),
    },
    {
      id: 'may',
      header: t('column.permissions'),
      className: 'sm:max-md:hidden',
      cell: ({ scopes, limit }) => (
        <span className="grid">
          <span>{scopes.map((scope) => t(`scope.${scope}`)).join(', ')}</span>
          {limit && (
            <span className="text-soft text-sm">
              {t('limit', {
                requests: formatInteger(limit.requests),
                window: formatInteger(limit.window),
              })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'created',
      header: t('column.created'),
      hideBelow: 'sm',
      sortValue: ({ createdAt }) => createdAt,
      className: 'whitespace-nowrap',
      cell: ({ createdAt, owner }) => (
        <span className="grid">
          <span>{formatDate(createdAt)}</span>
          {owner && <span className="text-soft text-sm">{t('owner.by', { name: owner.name })}</span>}
        </span>
      ),
    },
    {
      id: 'expires',
      header: t('create.expiry'),
      hideBelow: 'md',
      sortValue: ({ expiresAt }) => expiresAt,
      className: 'whitespace-nowrap',
      cell: ({ expiresAt }) => (expiresAt ? formatDate(expiresAt) : t('expiry.never')),
    },
    {
      id: 'used',
      header: t('column.lastUsed'),
      sortValue: ({ lastUsedAt }) => lastUsedAt,
      className: 'sm:whitespace-nowrap',
      cell: ({ lastUsedAt }) => (lastUsedAt ? formatRelative(lastUsedAt) : t('neverUsed')),
    },
    {
      id: 'actions',
      saysItself: true,
      header: t('column.actions'),
      numeric: true,
      className: 'max-sm:col-span-2',
      cell: (key) =>
        hasEnded(key) ? null : (
          <span className="flex flex-wrap justify-end gap-2">
            {!key.replacedBy && (
              <Button
                size="sm"
                blocked={writeDeniedReason}
                aria-label={t('rotate.title', { name: key.name })}
                onClick={() => onRotate(key)}
              >
                <RefreshCw aria-hidden />
                {t('rotate.action')}
              </Button>
            )}
            <RevokeButton apiId={apiId} apiKey={key} />
          </span>
        ),
    },
  ];
}

/** Renders nothing for an active key. */
function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('keys');
  const { revokedAt, expiresAt, replacedBy } = apiKey;
  if (revokedAt) return <StatusBadge status="revoked" />;
  if (!expiresAt) return null;
  if (hasEnded(apiKey)) return <Badge>{t('state.expired')}</Badge>;
  const when = formatRelative(expiresAt);
  if (replacedBy) return <Badge tone="yellow">{t('state.replaced', { when })}</Badge>;
  // Wider screens show it in a column.
  return (
    <span className="md:hidden">
      <Badge tone="yellow">{t('state.expires', { when })}</Badge>
    </span>
  );
}

/** Marks a working key of someone who has left: they may still know it. */
function OwnerState({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('keys');
  const { owner } = apiKey;
  if (hasEnded(apiKey) || owner?.isMember) return null;
  return <Badge tone="yellow">{owner ? t('owner.left', { name: owner.name }) : t('owner.deleted')}</Badge>;
}

function RevokeButton({ apiId, apiKey }: { apiId: string; apiKey: ApiKey }) {
  const { t } = useTranslation('keys');
  const revoke = useRevokeKey(apiId);
  const writeDeniedReason = useDeniedReason('Write');
  return (
    <AlertDialog
      title={t('revoke.title', { name: apiKey.name })}
      description={t('revoke.confirm')}
      action={t('revoke.action')}
      danger
      onConfirm={async () => {
        await revoke.mutateAsync(apiKey.id);
        notify.success(t('revoke.done', { name: apiKey.name }));
      }}
      trigger={
        <Button
          size="sm"
          variant="danger"
          blocked={writeDeniedReason}
          aria-label={t('revoke.title', { name: apiKey.name })}
        >
          {t('revoke.action')}
        </Button>
      }
    />
  );
}
