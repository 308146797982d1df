export { openBody } from './body.ts';
export { deliverMail } from './jobs/deliver.ts';
export { line } from './line.ts';
export { mailboxRouter } from './mailbox.ts';
export { sendMail } from './send.ts';
export { sweepMail } from './sweep.ts';
export type { MailTexts } from './texts.ts';
export { warnOfLoggedCodes } from './warn.ts';
