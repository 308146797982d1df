import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@/shared/lib/notify.ts';
import { useResend } from '../api.ts';

const cooldownSeconds = 60;

/** Sends a new code, at most once a minute. */
export function ResendCode({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const resend = useResend();
  const [left, setLeft] = useState(cooldownSeconds);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const send = () => {
    notify.info(t('verify.resending'));
    resend.mutate(email, { onSuccess: () => setLeft(cooldownSeconds) });
  };
  return (
    <p className="mt-6 text-soft">
      {t('verify.notReceived')}{' '}
      <button
        type="button"
        disabled={left > 0 || resend.isPending}
        onClick={send}
        className="rounded-sm font-medium text-accent-text hover:underline disabled:cursor-not-allowed disabled:text-soft disabled:no-underline"
      >
        {t('verify.resend')}
      </button>
      {left > 0 && <span className="text-faint"> {t('verify.resendIn', { seconds: left })}</span>}
    </p>
  );
}
