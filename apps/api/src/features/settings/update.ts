import { defaultSettings, type Settings, type settingsRoutes } from '@rowcast/contracts';
import { changeOf } from '../../platform/audit/audit-entry.ts';
import { authorise, requireProof, type SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { sessionRepository } from '../auth/index.ts';
import { auditPerson, recordSecurityEvent } from '../security/index.ts';
import { getSettings } from './get.ts';
import { policy } from './policy.ts';
import { type OwnSection, type SharedSection, settingsRepository } from './repository.ts';

type Changes = Input<typeof settingsRoutes.update>['body'];
const ownSections: OwnSection[] = ['preferences', 'notifications', 'security'];
const sharedSections: SharedSection[] = ['api', 'integrations'];

/** Sessions that last longer are as good to a thief as doing without the second factor. */
const isLess = (now: Settings['security'], { twoFactorEnabled, sessionTimeout }: Changes['security'] = {}) =>
  twoFactorEnabled === false || (sessionTimeout ?? 0) > now.sessionTimeout;

/** The mails that tell of a thief. */
const alarms = ['emailNotifications', 'securityAlerts'] as const;
const isSilenced = (now: Settings['notifications'], changes: Changes['notifications'] = {}) =>
  alarms.some((alarm) => now[alarm] && changes[alarm] === false);

export async function updateSettings(ctx: SessionContext, { body }: { body: Changes }): Promise<Settings> {
  const { userId, workspaceId } = ctx.actor;
  if (sharedSections.some((section) => body[section])) authorise(ctx.actor, policy.changeWorkspace);
  const now = ctx.clock.now();
  await transact(ctx, async (unit) => {
    const { db, audit } = unit;
    const repository = settingsRepository(db);
    const entryOf = (section: keyof Settings, stored: object, changes: object) => {
      const before = { ...defaultSettings[section], ...stored };
      const fields = Object.keys(before) as (keyof typeof before)[];
      return {
        action: 'settings.updated',
        targetType: `${section} settings`,
        ...changeOf(before, changes, fields),
      } as const;
    };
    const own = await repository.own(userId);
    const { security, notifications } = defaultSettings;
    if (
      isLess({ ...security, ...own.security }, body.security) ||
      isSilenced({ ...notifications, ...own.notifications }, body.notifications)
    )
      requireProof(ctx.actor);
    for (const section of ownSections) {
      const changes = body[section];
      if (!changes) continue;
      await repository.changeOwn(userId, section, changes, now);
      await auditPerson(unit, userId, entryOf(section, own[section], changes));
    }
    if (body.security) {
      await sessionRepository(db).applyLength(userId, ctx.config.SESSION_MAX_DAYS);
      await recordSecurityEvent(ctx, unit, { userId, kind: 'security_settings_changed' });
    }
    const shared = await repository.shared(workspaceId);
    for (const section of sharedSections) {
      const changes = body[section];
      if (!changes) continue;
      await repository.changeShared(workspaceId, section, changes, now);
      audit({ ...entryOf(section, shared[section], changes), targetId: workspaceId });
    }
  });
  return getSettings(ctx);
}

export const updateSection =
  <S extends keyof Settings>(section: S) =>
  async (ctx: SessionContext, { body }: { body: Changes[S] }): Promise<Settings[S]> =>
    (await updateSettings(ctx, { body: { [section]: body } }))[section];

/** A password in the form is for another call to change, and kept nowhere by this one. */
export function updateSecurity(ctx: SessionContext, { body }: Input<typeof settingsRoutes.updateSecurity>) {
  const { currentPassword: _current, newPassword: _new, confirmPassword: _again, ...security } = body;
  return updateSection('security')(ctx, { body: security });
}
