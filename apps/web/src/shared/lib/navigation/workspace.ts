import { reservedUsernames, username } from '@rowcast/contracts/domain/people/user';

const pages = new Set<string>(['', ...reservedUsernames]);

/** Whether a workspace can be so called. */
export const canBeWorkspace = (slug: string) => !pages.has(slug) && username.safeParse(slug).success;

/** The workspace that the address names; undefined on the pages outside of one, and where no workspace can be so called. */
export function workspaceOnScreen(): string | undefined {
  const first = window.location.pathname.split('/')[1] ?? '';
  return canBeWorkspace(first) ? first : undefined;
}
