import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { describeField } from '@/shared/i18n/error-message.ts';
import { notify, notifyError } from '@/shared/lib/notify.ts';
import { publicPaths } from '@/shared/lib/paths.ts';
import { RequestError } from '@/shared/lib/request-error.ts';
import { storedEmail } from '@/shared/lib/session.ts';
import { Button } from '@/shared/ui/button.tsx';
import { FieldFrame } from '@/shared/ui/field.tsx';
import { useAfterSignIn } from '../components/after-sign-in.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { CodeInput } from '../components/code-input.tsx';
import { MailboxNote } from '../components/mailbox-note.tsx';
import { ResendCode } from '../components/resend-code.tsx';
import { useResend, useVerify } from '../sign-in-api.ts';

export function VerifyScreen() {
  const { t } = useTranslation('auth');
  const [email] = useState(storedEmail.read);
  const resend = useResend();
  useEffect(() => {
    if (!email) notifyError(new Error(), t('verify.noEmail'));
  }, [email, t]);
  if (!email) return <Navigate to={publicPaths.signup} replace />;
  return (
    <>
      <AuthHeading title={t('verify.title')}>
        {t('verify.hint')} <span className="break-words font-medium text-text">{email}</span>
      </AuthHeading>
      <MailboxNote />
      <CodeForm email={email} />
      <ResendCode email={email} resend={resend} />
    </>
  );
}

/** What the server finds wrong with the code itself. */
function problemOf(error: unknown): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const problem = error.fields.find(({ field }) => field === 'otp');
  return problem && describeField(error, problem.message);
}

/** Whether the code itself was refused; after a failure of the network it is still good. */
const isRefused = (error: unknown) => error instanceof RequestError && error.code.startsWith('CODE_');

function CodeForm({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const verify = useVerify();
  const leadOn = useAfterSignIn();
  const sending = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const [otp, setOtp] = useState('');
  const [error, setError] = useState<string>();

  const submit = async () => {
    if (sending.current) return;
    if (!/^\d{6}$/.test(otp)) {
      setError('Please enter a valid 6-digit OTP.');
      input.current?.focus();
      return;
    }
    sending.current = true;
    try {
      // Signing in leads on from here, so nothing of this screen is used afterwards.
      const result = await verify.mutateAsync({ email, otp });
      notify.dismissAll();
      notify.success(t('verify.done'));
      if (result.mfaRequired) await leadOn(result);
    } catch (cause) {
      if (isRefused(cause)) setOtp('');
      setError(problemOf(cause));
      input.current?.focus();
    } finally {
      sending.current = false;
    }
  };

  return (
    <form
      noValidate
      className="mt-8 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FieldFrame label={t('verify.code')} error={error} live>
        {(ties) => (
          <CodeInput
            {...ties}
            ref={input}
            value={otp}
            onChange={(next) => {
              setOtp(next);
              setError(undefined);
            }}
          />
        )}
      </FieldFrame>
      <Button type="submit" variant="primary" size="lg" busy={verify.isPending}>
        {t('verify.submit')}
      </Button>
    </form>
  );
}
