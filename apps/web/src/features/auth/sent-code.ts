const sentAtKey = 'otp_sent_at';
const mailboxKey = 'otp_mailbox';

/** What this tab knows of the last code sent; it survives a reload. */
export const sentCode = {
  sentAt: (): number => Number(sessionStorage.getItem(sentAtKey)) || sentCode.restart(),
  restart: (): number => {
    const now = Date.now();
    sessionStorage.setItem(sentAtKey, String(now));
    return now;
  },
  /** Where a server that sends no mail shows it: a path on the same server. */
  mailbox: (): string | null => sessionStorage.getItem(mailboxKey),
  store: ({ mailbox }: { mailbox?: string | undefined }): void => {
    sentCode.restart();
    if (mailbox && /^\/(?!\/)/.test(mailbox)) sessionStorage.setItem(mailboxKey, mailbox);
    else sessionStorage.removeItem(mailboxKey);
  },
};
