export { openBody } from './body.ts';
export { deliverMail } from './jobs/deliver.ts';
export { line } from './line.ts';
export type { MailTexts } from './mail-texts.ts';
export { hasMailbox, mailboxRouter } from './mailbox.ts';
export { sendMail } from './send.ts';
export { sweepMail } from './sweep.ts';
export { warnOfLoggedCodes } from './warn.ts';
