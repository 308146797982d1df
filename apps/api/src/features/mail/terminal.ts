import { writeSync } from 'node:fs';
import type { Config } from '../../platform/config.ts';
import type { Services } from '../../platform/services.ts';
import { presentMail, type ReceivedMail } from './presenter.ts';
import { mailRepository } from './repository.ts';

type Shown = { to: string; subject: string; code?: string | null; link?: string | null };

/** The line that shows a mail in a terminal, with its code or its link. */
export const terminalLine = ({ to, subject, code, link }: Shown): string =>
  `Mail to ${to}: ${code ? `your code is ${code}` : [subject, link].filter(Boolean).join(': ')}`;

/** Writes to the terminal of the person who started the product, and nowhere if output goes to a file or a log. */
export function writeToTerminal({ TERMINAL_FD }: Config, text: string): void {
  if (TERMINAL_FD !== undefined) writeSync(TERMINAL_FD, `${text}\n`);
  else if (process.stdout.isTTY) console.log(text);
}

/** Logged at each start, so that a setting for a first look is not left on unnoticed. */
export function warnAboutUnsentMail({ config, log }: Pick<Services, 'config' | 'log'>): void {
  if (!config.MAIL_TERMINAL || config.SMTP_URL) return;
  log.warn(
    'MAIL_TERMINAL is on: no email is sent, and codes are shown by a command on this server only. Set SMTP_URL.',
  );
}

const shown = 20;

/** The newest mails, oldest first, for the command that shows them. */
export async function newestMails(
  db: Services['db'],
  key: string,
  recipient?: string,
): Promise<ReceivedMail[]> {
  const rows = await mailRepository(db).sent(recipient, shown);
  return rows.map((row) => presentMail(row, key)).reverse();
}
