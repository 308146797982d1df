import { RowcastError } from '@rowcast/contracts';
import type { Actor } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { sessionRepository } from './sessions.repository.ts';
import { readAccessToken } from './tokens/access-token.ts';

/** Who is calling, in the workspace they name or else their own. Asked at each request, so that a logout counts at once. */
export async function resolveActor(
  services: Services,
  token: string,
  workspaceSlug?: string,
): Promise<Actor> {
  const { userId, sessionId } = readAccessToken(services, token);
  const sessions = sessionRepository(services.db);
  const found = await sessions.identify(sessionId, userId, workspaceSlug);
  if (!found) throw new RowcastError('UNAUTHENTICATED');
  const { workspaceId, role, proved, untouched } = found;
  if (!workspaceId || !role) throw new RowcastError('NOT_FOUND');
  if (untouched) sessions.touch(sessionId).catch((err) => services.log.warn({ err }, 'last use not kept'));
  return { userId, sessionId, workspaceId, role, proved };
}

/** For answers that stay open: whether the caller could still ask for them. */
export const isActorCurrent = ({ db }: Services, { sessionId, workspaceId }: Actor): Promise<boolean> =>
  sessionRepository(db).isCurrent(sessionId, workspaceId);
