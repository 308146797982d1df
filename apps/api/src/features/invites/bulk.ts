import { type BulkInviteResult, inviteForm, type inviteRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { assertMayInvite, teamSettingsRepository } from '../team/index.ts';
import { makeInvite } from './insert-invite.ts';
import { inviteLimits } from './limits.ts';
import { type ListedInvite, readInviteList } from './parse-invite-file.ts';

const form = inviteForm.partial({ role: true });

async function inviteOne(ctx: SessionContext, { line, ...given }: ListedInvite): Promise<BulkInviteResult> {
  const { email } = given;
  const failed = (code: string, message: string): BulkInviteResult => ({
    ...{ line, email, status: 'failed' as const },
    error: { code, message },
  });
  const parsed = form.safeParse(given);
  if (!parsed.success) return failed('VALIDATION_FAILED', parsed.error.issues[0]?.message ?? '');
  try {
    await inviteLimits(ctx).invitesPerWorkspace.consume(ctx.actor.workspaceId);
    await transact(ctx, (unit) => makeInvite(ctx, unit, parsed.data));
    return { line, email, status: 'invited', error: null };
  } catch (error) {
    if (!(error instanceof RowcastError) || error.status >= 500) throw error;
    return failed(error.code, error.message);
  }
}

/** Each row stands for itself: one that can't be invited keeps none of the others back. */
export async function bulkInvite(ctx: SessionContext, { file }: Input<typeof inviteRoutes.bulk>) {
  const settings = await teamSettingsRepository(ctx.db, ctx.actor.workspaceId).read();
  assertMayInvite(ctx.actor, settings, 'viewer');
  const listed = await readInviteList(file);
  const data: BulkInviteResult[] = [];
  for (const each of listed) data.push(await inviteOne(ctx, each));
  return { data };
}
