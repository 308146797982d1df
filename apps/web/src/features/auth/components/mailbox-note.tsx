import { useTranslation } from 'react-i18next';
import { sentCode } from '../sent-code.ts';

/** Links to the local mailbox of a server that sends no e-mail. */
export function MailboxNote() {
  const { t } = useTranslation('auth', { keyPrefix: 'verify' });
  const mailbox = sentCode.mailbox();
  if (!mailbox) return null;
  return (
    <p className="mt-3 rounded-md border bg-sunken px-3 py-2 text-soft">
      {t('noMail')}{' '}
      <a href={mailbox} target="_blank" rel="noreferrer" className="font-medium text-accent-text underline">
        {t('mailbox')}
      </a>
    </p>
  );
}
