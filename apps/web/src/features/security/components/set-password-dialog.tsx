import { resetByCodeForm } from '@rowcast/contracts/http/people/password';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useForgotPassword, useMe, useResetPassword } from '@/features/auth/index.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const empty = { otp: '', newPassword: '', confirmPassword: '' };

interface SetPasswordDialogProps {
  first: boolean;
  onBegin: () => void;
}

/** Sets a first or forgotten password with an e-mailed code. */
export function SetPasswordDialog({ first, onBegin }: SetPasswordDialogProps) {
  const { t } = useTranslation('security', { keyPrefix: 'password' });
  const formId = useId();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { data: me } = useMe();
  const send = useForgotPassword();
  const reset = useResetPassword();
  const form = useZodForm(resetByCodeForm, empty);
  const begin = () => {
    if (!me) return;
    form.reset(empty);
    onBegin();
    send.mutate(me.email, { onSuccess: () => setOpen(true) });
  };
  return (
    <>
      <Button variant={first ? 'secondary' : 'ghost'} busy={send.isPending} onClick={begin}>
        {first ? t('set') : t('forgot')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('set')}
        description={t('codeSentTo', { email: me?.email })}
        footer={
          <Button type="submit" form={formId} variant="primary" busy={reset.isPending}>
            {t('set')}
          </Button>
        }
      >
        <Form
          form={form}
          id={formId}
          onSubmit={async ({ otp, newPassword }) => {
            const { mfaRequired } = await reset.mutateAsync({ email: me?.email, otp, newPassword });
            setOpen(false);
            notify.success(t('reset'));
            // All sessions have ended. A new session needs the authenticator first.
            if (mfaRequired) await navigate(publicPaths.verifyMfa);
          }}
        >
          <Field name="otp" label={t('code')}>
            {(field) => (
              <Input {...field} inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus />
            )}
          </Field>
          <NewPasswordFields />
          {send.data?.mailbox && (
            <a
              href={send.data.mailbox}
              target="_blank"
              rel="noreferrer"
              className="text-accent-text underline"
            >
              {t('mailbox')}
            </a>
          )}
        </Form>
      </Dialog>
    </>
  );
}
