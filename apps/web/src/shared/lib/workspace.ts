import { reservedUsernames } from '@rowcast/contracts/domain/user';

const pages = new Set<string>(['', ...reservedUsernames]);

/** The workspace that the address names; undefined on the pages outside of one. */
export function workspaceOnScreen(): string | undefined {
  const first = window.location.pathname.split('/')[1] ?? '';
  return pages.has(first) ? undefined : decodeURIComponent(first);
}
