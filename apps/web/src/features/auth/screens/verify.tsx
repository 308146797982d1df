import { otpCode } from '@rowcast/contracts/http/people/auth';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { z } from 'zod';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { RequestError } from '@/shared/lib/http/request-error.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { notify, notifyError } from '@/shared/lib/notify/notify.ts';
import { storedEmail } from '@/shared/lib/session/session.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
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

/** Whether the code was rejected. After a network error it is still valid. */
const isRefused = (error: unknown) => error instanceof RequestError && error.code.startsWith('CODE_');

const codeForm = z.object({
  otp: z.string().refine((code) => otpCode.safeParse(code).success, 'Please enter a valid 6-digit OTP.'),
});

function CodeForm({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const verify = useVerify();
  const leadOn = useAfterSignIn();
  const button = useRef<HTMLButtonElement>(null);
  // An incomplete code is not an error before submission.
  const form = useZodForm(codeForm, { otp: '' }, 'onSubmit');

  const submit = async ({ otp }: { otp: string }) => {
    try {
      // Signing in navigates away, so this screen's state is not used afterwards.
      const result = await verify.mutateAsync({ email, otp });
      notify.dismissAll();
      notify.success(t('verify.done'));
      if (result.mfaRequired) await leadOn(result);
    } catch (error) {
      if (isRefused(error)) {
        form.reset();
        form.setFocus('otp');
      }
      throw error;
    }
  };

  return (
    <Form form={form} className="mt-8" onSubmit={submit}>
      <Field name="otp" label={t('verify.code')} live>
        {({ onChange, ...field }) => (
          <CodeInput
            {...field}
            onChange={(next) => {
              onChange(next);
              form.clearErrors();
            }}
            onComplete={() => button.current?.form?.requestSubmit()}
          />
        )}
      </Field>
      <Button ref={button} type="submit" variant="primary" size="lg" busy={verify.isPending}>
        {t('verify.submit')}
      </Button>
    </Form>
  );
}
