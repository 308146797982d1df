import type { MemberRole } from '@rowcast/contracts';
import { openBody } from '../../src/features/mail/index.ts';
import type { SignedIn, TestApp } from '../harness/app.ts';

export const workspaceOf = ({ workspaceId, workspaceSlug }: SignedIn) => ({
  id: workspaceId,
  slug: workspaceSlug,
});

/** Someone with a workspace of their own who also belongs to another's. */
export async function joined(app: TestApp, owner: SignedIn, role: MemberRole): Promise<SignedIn> {
  const person = await app.signIn();
  await app.sql.query(
    'insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, $3, now())',
    [owner.workspaceId, person.userId, role],
  );
  return { ...person, headers: inWorkspace(person, owner.workspaceSlug) };
}

export const inWorkspace = ({ headers }: SignedIn, slug: string) => ({
  ...headers,
  'X-Rowcast-Workspace': slug,
});

/** The link's part behind the #, from the newest mail to this address. */
export async function tokenMailedTo(app: TestApp, email: string): Promise<string> {
  const { rows } = await app.sql.query(
    'select sealed_body from mails where recipient = $1 order by created_at desc, id desc limit 1',
    [email],
  );
  const { text } = openBody(rows[0]?.sealed_body, app.services.config.ENCRYPTION_KEY);
  return tokenIn(text);
}

export function tokenIn(text: string): string {
  const token = /\/join#([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`no link in: ${text}`);
  return token;
}
