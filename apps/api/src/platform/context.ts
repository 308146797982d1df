import { type Language, type Role, RowcastError } from '@rowcast/contracts';
import type { CancellationToken } from './model-server.ts';
import { type Access, mayAccess } from './security/permissions.ts';
import type { Services } from './services.ts';

export interface Actor {
  userId: string;
  sessionId: string;
  workspaceId: string;
  role: Role;
  /** Whether they proved who they are within the last ten minutes. */
  proved: boolean;
}

/** One request's view of the world. `actor` is null only on public routes. */
export interface RequestContext extends Services {
  actor: Actor | null;
  requestId: string;
  ip: string;
  userAgent: string;
  /** Taken when the caller leaves before the answer. */
  cancellation: CancellationToken;
  /** The one of ours that the caller would rather read. */
  language: Language;
}

/** The same, on a route that needs a session. */
export interface SessionContext extends RequestContext {
  actor: Actor;
}

export function authorise(actor: Actor | null, access: Access): void {
  if (access === 'public') return;
  if (!actor) throw new RowcastError('UNAUTHENTICATED');
  if (!mayAccess(actor.role, access)) throw new RowcastError('FORBIDDEN');
}

/** For sensitive calls, for which an open or stolen session is not enough. */
export function requireProof(actor: Actor): void {
  if (!actor.proved) throw new RowcastError('PROOF_REQUIRED');
}
