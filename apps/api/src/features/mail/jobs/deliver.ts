import { createTransport } from 'nodemailer';
import type { Payload } from '../../../platform/queue/queues.ts';
import type { Services } from '../../../platform/services.ts';
import { failureText, NoWayToMail } from '../delivery-failure.ts';
import { type MailBody, openBody } from '../encrypted-body.ts';
import { type MailRow, mailRepository } from '../repository.ts';
import { terminalLine, writeToTerminal } from '../terminal.ts';

/** Well below the time that a stopping process waits for its jobs. */
const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000 };

/** One click in a mail program declines further mails of this kind (RFC 8058). */
const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

async function sendBySmtp(smtpUrl: string, from: string, mail: MailRow, body: MailBody): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...timeouts }, { from });
  try {
    await transport.sendMail({
      to: mail.recipient,
      subject: mail.subject,
      text: body.text,
      ...(body.oneClick && { headers: unsubscribeHeaders(body.oneClick) }),
      // The same for every attempt, so that a mailbox shows a repeated delivery once.
      messageId: `<${mail.id}@rowcast>`,
    });
  } finally {
    transport.close();
  }
}

async function hand({ config }: Services, mail: MailRow, body: MailBody): Promise<void> {
  if (config.SMTP_URL) return sendBySmtp(config.SMTP_URL, config.MAIL_FROM, mail, body);
  if (config.MAIL_LOCAL) {
    const { code } = body;
    writeToTerminal(
      config,
      terminalLine({ to: mail.recipient, subject: mail.subject, ...(code && { code }) }),
    );
  } else if (!config.MAIL_TERMINAL || !(body.code || body.link)) {
    throw new NoWayToMail('no way to deliver mail: set SMTP_URL, or MAIL_LOCAL=true on your own machine');
  }
}

/** Delivers one mail of the outbox. Called again for the same mail, it does nothing; a failure is thrown for the queue to repeat. */
export async function deliverMail(services: Services, { mailId }: Payload<'mail'>): Promise<void> {
  const { db, clock, config } = services;
  const repository = mailRepository(db);
  const found = await repository.find(mailId);
  if (!found || found.mail.sentAt) return;
  const body = openBody(found.mail.sealedBody, config.ENCRYPTION_KEY);
  if (body.accountsOnly && !found.recipientHasAccount) {
    await repository.remove(mailId);
    return;
  }
  try {
    await hand(services, found.mail, body);
  } catch (error) {
    await repository.markFailed(mailId, failureText(error as Error));
    throw error;
  }
  await repository.markSent(mailId, clock.now());
}
