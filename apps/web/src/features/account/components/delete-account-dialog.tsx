import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatInteger } from '@/shared/lib/format/format.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { useAccountContents, useDeleteAccount } from '../api.ts';

interface DeleteAccountDialogProps {
  trigger: ReactNode;
  title: string;
  done: string;
  failed: string;
}

const kinds = [
  'workspaces',
  'apis',
  'datasets',
  'models',
  'keys',
  'loggedCalls',
  'openJobs',
  'sessions',
  'notifications',
  'memberships',
] as const;

/** Lists what will be deleted before asking for confirmation. Names blockers instead of failing. */
export function DeleteAccountDialog({ trigger, title, done, failed }: DeleteAccountDialogProps) {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useAccountContents(open);
  const remove = useDeleteAccount(failed);
  const blocked = !data || data.blockedBy.length > 0;
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      title={title}
      description={t('delete.question')}
      action={t('delete.action')}
      danger
      blocked={blocked}
      onConfirm={async () => {
        await remove.mutateAsync();
        notify.success(done);
      }}
    >
      <div className="mt-4 grid gap-3">
        {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!data && !error && <SkeletonLines lines={5} />}
        {data && data.blockedBy.length > 0 && (
          <div
            role="alert"
            className="rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-yellow"
          >
            <p className="font-medium">{t('delete.blocked')}</p>
            <ul className="mt-1 list-disc pl-5">
              {data.blockedBy.map(({ slug, name, members }) => (
                <li key={slug}>{t('delete.blockedBy', { name, count: members })}</li>
              ))}
            </ul>
          </div>
        )}
        {data && (
          <>
            <p className="font-medium">{t('delete.removed')}</p>
            <Facts
              items={[
                ...kinds
                  .filter((kind) => data.counts[kind] > 0)
                  .map((kind) => ({ label: t(`count.${kind}`), value: formatInteger(data.counts[kind]) })),
                ...(data.storedBytes > 0
                  ? [{ label: t('count.storedBytes'), value: formatBytes(data.storedBytes) }]
                  : []),
              ]}
            />
            <p className="text-faint text-sm">{t('delete.kept')}</p>
          </>
        )}
      </div>
    </AlertDialog>
  );
}
