import { newestMails, terminalLine } from './features/mail/index.ts';
import { connectDatabase } from './platform/db/database.ts';
import { behind } from './platform/errors/logged-error.ts';

/** Shows the newest emails with their codes and links, all or those to one address. Exits with 5 when they can't be read. */
const [address] = process.argv.slice(2);
const db = connectDatabase(process.env.DATABASE_URL ?? '');

try {
  const mails = await newestMails(db, process.env.ENCRYPTION_KEY ?? '', address?.trim().toLowerCase());
  if (mails.length === 0) console.log('No emails yet.');
  for (const mail of mails) console.log(`${mail.createdAt.slice(0, 19)}Z ${terminalLine(mail)}`);
} catch (error) {
  console.error(`The emails could not be read: ${behind(error).said}`);
  process.exitCode = 5;
} finally {
  await db.$client.end();
}
