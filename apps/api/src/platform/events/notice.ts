import type { NotificationKind, Permission } from '@rowcast/contracts';

/** The members of a workspace who have a permission. */
export interface Audience {
  workspaceId: string;
  permission: Permission;
  /** Somebody who knows already. */
  except?: string | undefined;
}

/** One member of a workspace, about something there. */
export interface Member {
  workspaceId: string;
  userId: string;
}

export interface Notice {
  to: readonly string[] | Audience | Member;
  kind: NotificationKind;
  /** What the sentence of its kind names: names and numbers, never a key, a token or a code. */
  params: Record<string, string | number>;
  /** Where the console shows more: below the workspace for its members, else below the console's address. */
  path: string | null;
}
