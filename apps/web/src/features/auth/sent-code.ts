const sentAtKey = 'otp_sent_at';
const mailboxKey = 'otp_mailbox';

/** The last sent code in this tab; survives a reload. */
export const sentCode = {
  sentAt: (): number => Number(sessionStorage.getItem(sentAtKey)) || sentCode.restart(),
  restart: (): number => {
    const now = Date.now();
    sessionStorage.setItem(sentAtKey, String(now));
    return now;
  },
  /** The mailbox path on a server that sends no e-mail. */
  mailbox: (): string | null => sessionStorage.getItem(mailboxKey),
  store: ({ mailbox }: { mailbox?: string | undefined }): void => {
    sentCode.restart();
    if (mailbox && /^\/(?!\/)/.test(mailbox)) sessionStorage.setItem(mailboxKey, mailbox);
    else sessionStorage.removeItem(mailboxKey);
  },
};
