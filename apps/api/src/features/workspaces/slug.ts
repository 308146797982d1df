import { randomInt } from 'node:crypto';
import { reservedUsernames } from '@rowcast/contracts';

const longest = 36;
const reserved = new Set<string>(reservedUsernames);

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest - 8)
    .replace(/^-+|-+$/g, '');

/** Usernames to try in order: of the name, else of the e-mail's first part; then with growing numbers behind. */
export function* usernameCandidates(name: string, email: string): Generator<string> {
  const base = slug(name) || slug(email.split('@')[0] ?? '') || 'user';
  if (!reserved.has(base)) yield base;
  for (let number = 2; number <= 9; number += 1) yield `${base}-${number}`;
  for (;;) yield `${base}-${randomInt(1_000, 10_000_000)}`;
}
