import { defaultPreferences, lastNameTooShort, type profileRoutes, RowcastError } from '@rowcast/contracts';
import { changeOf } from '../../platform/audit/audit-entry.ts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { checkPublicUrl } from '../../platform/network/public-address.ts';
import type { Input } from '../../platform/route.ts';
import { me } from '../auth/index.ts';
import { auditPerson } from '../security/index.ts';
import { settingsRepository } from '../settings/index.ts';
import { profileRepository } from './repository.ts';

const audited = [
  'firstName',
  'lastName',
  'phoneNumber',
  'company',
  'position',
  'timezone',
  'language',
  'webhookUrl',
] as const;

/** The address itself may let one in where it leads. */
const siteOf = (url: string | null) => url && new URL(url).origin;

type Change = Omit<Partial<Input<typeof profileRoutes.update>['body']>, 'email' | 'phone'>;

/** Who signed up with a single word has none; it is not a way to lose one. */
const lastNameMissing = () =>
  new RowcastError('VALIDATION_FAILED', { fields: [{ field: 'lastName', message: lastNameTooShort }] });

/** Names the field as the caller sent it, since the profile screen has a name of its own for the address. */
export async function changeProfile(
  ctx: SessionContext,
  { timezone, language, ...given }: Change,
  webhookField = 'webhookUrl',
): Promise<void> {
  if (given.webhookUrl) await checkPublicUrl(given.webhookUrl, webhookField, ctx.config.PRIVATE_HOSTS);
  const { userId } = ctx.actor;
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const preferences = { ...(timezone && { timezone }), ...(language && { language }) };
  await transact(ctx, async (unit) => {
    const { db } = unit;
    const repository = profileRepository(db);
    const settings = settingsRepository(db);
    const user = await repository.lock(userId);
    if (given.lastName === '' && user.lastName) throw lastNameMissing();
    const { timezone, language } = { ...defaultPreferences, ...(await settings.own(userId)).preferences };
    if (Object.keys(changes).length > 0) await repository.update(userId, changes);
    if (Object.keys(preferences).length > 0)
      await settings.changeOwn(userId, 'preferences', preferences, ctx.clock.now());
    const change = changeOf({ ...user, timezone, language }, { ...changes, ...preferences }, audited);
    if (Object.keys(change.after).length === 0) return;
    for (const side of [change.before, change.after])
      if ('webhookUrl' in side) side.webhookUrl = siteOf(side.webhookUrl as string | null);
    await auditPerson(unit, userId, { action: 'profile.updated', ...change });
  });
}

export async function updateProfile(ctx: SessionContext, { body }: Input<typeof profileRoutes.update>) {
  const { email: _email, phone, ...change } = body;
  await changeProfile(ctx, { phoneNumber: phone, ...change });
  return me(ctx);
}
