import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { notify, notifyError } from '@/shared/lib/notify.ts';
import { publicPaths, workspacePaths } from '@/shared/lib/paths.ts';
import { storedEmail } from '@/shared/lib/session.ts';
import { useTitle } from '@/shared/lib/title.ts';
import { Button } from '@/shared/ui/button.tsx';
import { FieldFrame } from '@/shared/ui/field.tsx';
import { useVerify } from '../api.ts';
import { CodeInput } from '../components/code-input.tsx';
import { ResendCode } from '../components/resend-code.tsx';
import { useReturnState } from '../components/return-path.ts';

export function VerifyScreen() {
  const { t } = useTranslation('auth');
  const [email] = useState(storedEmail.read);
  useTitle(t('verify.title'));
  useEffect(() => {
    if (!email) notifyError(new Error(), t('verify.noEmail'));
  }, [email, t]);
  if (!email) return <Navigate to={publicPaths.signup} replace />;
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">{t('verify.title')}</h1>
      <p className="mt-1 text-soft">
        {t('verify.hint')} <span className="break-words font-medium text-text">{email}</span>
      </p>
      <CodeForm email={email} />
      <ResendCode email={email} />
    </>
  );
}

function CodeForm({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { from } = useReturnState();
  const verify = useVerify();
  const [otp, setOtp] = useState('');
  const [error, setError] = useState<string>();

  const submit = () => {
    if (verify.isPending) return;
    if (!/^\d{6}$/.test(otp)) {
      setError('Please enter a valid 6-digit OTP.');
      return;
    }
    verify.mutate(
      { email, otp },
      {
        onSuccess: ({ user }) => {
          notify.success(t('verify.done'));
          navigate(from ?? workspacePaths(user.username).overview, { replace: true });
        },
        onError: () => setOtp(''),
      },
    );
  };

  return (
    <form
      noValidate
      className="mt-8 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FieldFrame label={t('verify.code')} error={error}>
        {(ties) => (
          <CodeInput
            {...ties}
            value={otp}
            disabled={verify.isPending}
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
