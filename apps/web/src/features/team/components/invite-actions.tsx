import type { Invite } from '@rowcast/contracts/domain/people/team';
import { Check, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '@/features/auth/index.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { useCanInvite } from '../can-invite.ts';
import { useApproveInvite, useResendInvite, useRevokeInvite } from '../invites-api.ts';

/** The actions on an invitation; none after it was accepted. */
export function InviteActions({ invite }: { invite: Invite }) {
  const { t } = useTranslation('team');
  const manages = usePermission('Manage Team');
  const canInvite = useCanInvite();
  const resend = useResendInvite();
  const approve = useApproveInvite();
  const revoke = useRevokeInvite();
  const { id, email, status, needsApproval } = invite;
  const name = email ?? t('invites.byLink');
  if (status === 'accepted' || !canInvite) return null;
  return (
    <span className="flex justify-end gap-1">
      {needsApproval && manages && (
        <Button
          size="sm"
          busy={approve.isPending}
          aria-label={t('approve.title', { name })}
          onClick={() => approve.mutate(id, { onSuccess: () => notify.success(t('approve.done', { name })) })}
        >
          <Check aria-hidden />
          {t('approve.action')}
        </Button>
      )}
      {email && !needsApproval && (
        <IconButton
          size="sm"
          label={t('resend.title', { name })}
          busy={resend.isPending}
          onClick={() => resend.mutate(id, { onSuccess: () => notify.success(t('invite.sent', { email })) })}
        >
          <RotateCw aria-hidden />
        </IconButton>
      )}
      <AlertDialog
        title={t('revoke.title', { name })}
        description={t('revoke.confirm')}
        action={t('revoke.action')}
        danger
        onConfirm={async () => {
          await revoke.mutateAsync(id);
          notify.success(t('revoke.done', { name }));
        }}
        trigger={
          <Button size="sm" variant="ghost" className="w-7 px-0" aria-label={t('revoke.title', { name })}>
            <X aria-hidden />
          </Button>
        }
      />
    </span>
  );
}
