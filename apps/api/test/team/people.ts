import type { MemberRole } from '@rowcast/contracts';
import type { SignedIn, TestApp } from '../harness/app.ts';
import { newestMail } from '../harness/mail.ts';

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
  return tokenIn((await newestMail(app, email)).text);
}

export function tokenIn(text: string): string {
  const token = /\/join#([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`no link in: ${text}`);
  return token;
}
