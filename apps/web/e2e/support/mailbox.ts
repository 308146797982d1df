import { inject } from 'vitest';

export type Mail = { text: string; code: string | null; link: string | null };

/** The newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const answer = await fetch(`${inject('address')}/mailbox/messages?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { data: Mail[] }).data;
}

/** What is looked for among someone's mails, as soon as it has come. */
export async function mailed<T>(
  email: string,
  find: (mails: Mail[]) => T | false | null | undefined,
): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = find(await mailsTo(email));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`it was not mailed to ${email}`);
}
