import { resetByCodeForm, resetByLinkForm } from '@rowcast/contracts/http/people/password';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { RequestError } from '@/shared/lib/http/request-error.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { storedEmail } from '@/shared/lib/session/session.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { useAfterSignIn } from '../components/after-sign-in.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { BackToLogin } from '../components/back-to-login.tsx';
import { CodeInput } from '../components/code-input.tsx';
import { useLinkToken } from '../components/link-token.ts';
import { MailboxNote } from '../components/mailbox-note.tsx';
import { ResendCode } from '../components/resend-code.tsx';
import { useReturnState } from '../components/return-path.ts';
import { useForgotPassword, useResetPassword } from '../sign-in-api.ts';

/** Resets the password by the link or the code of the e-mail. */
export function ResetPasswordScreen() {
  const { t } = useTranslation('auth', { keyPrefix: 'reset' });
  const token = useLinkToken();
  const state = useReturnState();
  const [email] = useState(() => storedEmail.read() ?? '');
  const resend = useForgotPassword();
  if (!token && !email) return <Navigate to={publicPaths.forgotPassword} replace state={state} />;
  return (
    <>
      <AuthHeading title={t('title')} />
      {token ? (
        <ByLink key={token} token={token} />
      ) : (
        <>
          <SentTo email={email} />
          <ByCode email={email} />
          <ResendCode email={email} resend={resend} />
        </>
      )}
      <BackToLogin email={token ? undefined : email} />
    </>
  );
}

function SentTo({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <p className="mt-1 text-soft">
        {t('verify.hint')} <span className="break-words font-medium text-text">{email}</span>
      </p>
      <MailboxNote />
    </>
  );
}

function useReset() {
  const { t } = useTranslation('auth', { keyPrefix: 'reset' });
  const leadOn = useAfterSignIn();
  const { mutateAsync, isPending, error } = useResetPassword();
  const reset = async (form: Parameters<typeof mutateAsync>[0]) => {
    const result = await mutateAsync(form);
    notify.success(t('done'));
    await leadOn(result);
  };
  return { reset, isPending, error };
}

function ByLink({ token }: { token: string }) {
  const { t } = useTranslation('auth', { keyPrefix: 'reset' });
  const state = useReturnState();
  const { reset, isPending, error } = useReset();
  const form = useZodForm(resetByLinkForm, { newPassword: '', confirmPassword: '' });
  if (error instanceof RequestError && error.code === 'LINK_EXPIRED')
    return (
      <>
        <p className="mt-1 text-soft">{t('useless')}</p>
        <Button asChild variant="primary" size="lg" className="mt-8 w-full">
          <Link to={publicPaths.forgotPassword} state={state}>
            {t('again')}
          </Link>
        </Button>
      </>
    );
  return (
    <>
      <p className="mt-1 text-soft">{t('byLink')}</p>
      <Form form={form} className="mt-8" onSubmit={({ newPassword }) => reset({ token, newPassword })}>
        <NewPassword busy={isPending} />
      </Form>
    </>
  );
}

function ByCode({ email }: { email: string }) {
  const { t } = useTranslation('auth', { keyPrefix: 'verify' });
  const { reset, isPending } = useReset();
  const form = useZodForm(resetByCodeForm, { otp: '', newPassword: '', confirmPassword: '' });
  return (
    <Form
      form={form}
      className="mt-8"
      onSubmit={({ otp, newPassword }) => reset({ email, otp, newPassword })}
    >
      <Field name="otp" label={t('code')}>
        {(field) => <CodeInput {...field} />}
      </Field>
      <NewPassword busy={isPending} />
    </Form>
  );
}

function NewPassword({ busy }: { busy: boolean }) {
  const { t } = useTranslation('auth', { keyPrefix: 'reset' });
  return (
    <>
      <Field name="newPassword" label={t('new')} hint={t('newHint')}>
        {(field) => <Input {...field} type="password" autoComplete="new-password" className="h-10" />}
      </Field>
      <Field name="confirmPassword" label={t('confirm')}>
        {(field) => <Input {...field} type="password" autoComplete="new-password" className="h-10" />}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {t('submit')}
      </Button>
    </>
  );
}
