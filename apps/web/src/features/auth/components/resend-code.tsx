import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@/shared/lib/notify.ts';
import { sentCode } from '../sent-code.ts';
import { useResend } from '../sign-in-api.ts';

const cooldownSeconds = 60;

function secondsLeft(): number {
  const passed = Math.floor((Date.now() - sentCode.sentAt()) / 1000);
  return Math.min(cooldownSeconds, Math.max(0, cooldownSeconds - passed));
}

/** Sends a new code, at most once a minute. */
export function ResendCode({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const resend = useResend();
  const [left, setLeft] = useState(secondsLeft);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setLeft(secondsLeft()), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  const send = () => {
    notify.info(t('verify.resending'));
    resend.mutate(email, { onSuccess: () => setLeft(secondsLeft()) });
  };
  return (
    <p className="mt-6 text-soft">
      {t('verify.notReceived')}{' '}
      <button
        type="button"
        disabled={waiting || resend.isPending}
        onClick={send}
        className="rounded-sm font-medium text-accent-text hover:underline disabled:cursor-not-allowed disabled:text-soft disabled:no-underline"
      >
        {t('verify.resend')}
      </button>
      {waiting && <span className="text-faint"> {t('verify.resendIn', { seconds: left })}</span>}
    </p>
  );
}
