import { reservedUsernames, username } from '@rowcast/contracts/domain/people/user';

const pages = new Set<string>(['', ...reservedUsernames]);

/** Whether the slug is not reserved by a page. */
export const isWorkspaceSlug = (slug: string) => !pages.has(slug) && username.safeParse(slug).success;

/** The workspace of the URL; undefined on pages outside a workspace and for reserved names. */
export function workspaceOnScreen(): string | undefined {
  const first = window.location.pathname.split('/')[1] ?? '';
  return isWorkspaceSlug(first) ? first : undefined;
}
