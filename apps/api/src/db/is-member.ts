import { sql } from 'drizzle-orm';
import { memberships } from './schema/accounts.ts';
import { notifications } from './schema/evidence.ts';

/** A notification without a workspace, or of one that its user still belongs to. */
export const isStillMember = sql<boolean>`(${notifications.workspaceId} is null or exists (
  select from ${memberships} m
  where m.workspace_id = ${notifications.workspaceId} and m.user_id = ${notifications.userId}))`;
