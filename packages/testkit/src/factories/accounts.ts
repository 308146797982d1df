import type { Role } from '@rowcast/contracts';
import { insertRow, nextMoment, type Queryable, randomId, randomWord } from './row.ts';

export async function createUser(db: Queryable, given: { email?: string } = {}) {
  const word = randomWord();
  return insertRow(db, 'users', {
    id: randomId('user'),
    username: `user-${word}`,
    email: given.email ?? `user-${word}@example.test`,
    first_name: 'User',
    last_name: word,
    phone_number: '+91 98765 43210',
    verified_at: nextMoment(),
    created_at: nextMoment(),
  });
}

export async function createWorkspace(db: Queryable, given: { slug?: string } = {}) {
  const slug = given.slug ?? `workspace-${randomWord()}`;
  return insertRow(db, 'workspaces', {
    id: randomId('workspace'),
    slug,
    name: slug,
    plan: 'unlimited',
    // Old enough for what new workspaces may not do.
    created_at: new Date(nextMoment().getTime() - 30 * 24 * 3_600_000),
  });
}

export async function createSession(db: Queryable, given: { userId?: string } = {}) {
  const now = Date.now();
  return insertRow(db, 'sessions', {
    id: randomId('session'),
    user_id: given.userId ?? (await createUser(db)).id,
    user_agent: 'factory',
    ip: '127.0.0.1',
    created_at: new Date(now),
    last_used_at: new Date(now),
    expires_at: new Date(now + 24 * 3_600_000),
  });
}

export interface Member {
  userId: string;
  username: string;
  email: string;
  workspaceId: string;
  workspaceSlug: string;
  role: Role;
  sessionId: string;
}

/** A verified user with a session, in a workspace of their own or in the given one. */
export async function createMember(
  db: Queryable,
  given: { workspace?: { id: string; slug: string }; role?: Role; email?: string } = {},
): Promise<Member> {
  const user = await createUser(db, given.email === undefined ? {} : { email: given.email });
  const workspace = given.workspace ?? (await createWorkspace(db, { slug: user.username }));
  const role = given.role ?? 'owner';
  await insertRow(db, 'memberships', {
    workspace_id: workspace.id,
    user_id: user.id,
    role,
    created_at: nextMoment(),
  });
  const session = await createSession(db, { userId: user.id });
  return {
    userId: user.id,
    username: user.username,
    email: user.email,
    workspaceId: workspace.id,
    workspaceSlug: workspace.slug,
    role,
    sessionId: session.id,
  };
}
