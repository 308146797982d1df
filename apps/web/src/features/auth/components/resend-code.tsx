import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@/shared/lib/notify/notify.ts';
import { sentCode } from '../sent-code.ts';
import type { useResend } from '../sign-in-api.ts';

const cooldownSeconds = 60;

function secondsLeft(): number {
  const passed = Math.floor((Date.now() - sentCode.sentAt()) / 1000);
  return Math.min(cooldownSeconds, Math.max(0, cooldownSeconds - passed));
}

interface ResendCodeProps {
  email: string;
  /** A code is valid only for its purpose. */
  resend: Pick<ReturnType<typeof useResend>, 'mutate' | 'isPending'>;
}

/** Sends a new code, at most once a minute. */
export function ResendCode({ email, resend }: ResendCodeProps) {
  const { t } = useTranslation('auth');
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
