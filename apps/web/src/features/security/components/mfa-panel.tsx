import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Awaited } from '@/shared/ui/states/awaited.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useDisableMfa, useGuards, useRenewRecoveryCodes } from '../api.ts';
import { MfaSetupDialog } from './mfa-setup-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The authenticator as a second login step. */
export function MfaPanel() {
  const { t } = useTranslation('security', { keyPrefix: 'mfa' });
  const query = useGuards();
  const guards = query.data;
  return (
    <Panel
      title={t('title')}
      description={t('description')}
      actions={
        guards && (
          <Badge tone={guards.mfaEnabled ? 'green' : 'grey'}>{t(guards.mfaEnabled ? 'on' : 'off')}</Badge>
        )
      }
    >
      {!guards && (
        <Awaited queries={[query]}>
          <SkeletonLines lines={2} />
        </Awaited>
      )}
      {guards?.mfaEnabled === false && <p className="mb-3 text-soft">{t('offHint')}</p>}
      {/* Stays mounted when the authenticator is enabled, because it still shows the recovery codes. */}
      {guards && <MfaSetupDialog offered={!guards.mfaEnabled} />}
      {guards?.mfaEnabled && <MfaOn codesLeft={guards.recoveryCodesLeft} />}
    </Panel>
  );
}

function MfaOn({ codesLeft }: { codesLeft: number }) {
  const { t } = useTranslation('security', { keyPrefix: 'mfa' });
  const disable = useDisableMfa();
  const renew = useRenewRecoveryCodes();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-2 text-soft">
        <ShieldCheck className="size-4 shrink-0 text-green" aria-hidden />
        {t('codesLeft', { count: codesLeft })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={renew.isPending} onClick={() => renew.mutate()}>
          {t('renew')}
        </Button>
        <AlertDialog
          open={isOpen}
          onOpenChange={setIsOpen}
          danger
          trigger={<Button variant="danger">{t('disable')}</Button>}
          title={t('disable')}
          description={t('disableHint')}
          action={t('disable')}
          onConfirm={() => {
            // Closed first, because the proof has its own dialog.
            setIsOpen(false);
            disable.mutate(undefined, { onSuccess: () => notify.success(t('disabled')) });
          }}
        />
      </div>
      <Dialog
        open={renew.data !== undefined}
        onClose={renew.reset}
        title={t('recovery.title')}
        description={t('recovery.description')}
        dismissable={false}
        footer={
          <DialogClose asChild>
            <Button variant="primary">{t('recovery.kept')}</Button>
          </DialogClose>
        }
      >
        {renew.data && <RecoveryCodes codes={renew.data} />}
      </Dialog>
    </div>
  );
}
