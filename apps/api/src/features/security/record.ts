import type { NotificationKind, SecurityEventKind } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import { deviceOf } from '../../platform/network/device.ts';
import { auditPerson } from './audit-person.ts';
import { securityRepository } from './repository.ts';

interface Recorded {
  userId: string;
  kind: SecurityEventKind;
  details?: Record<string, string>;
}

/** Events that the owner is notified of, in case someone else caused them. */
const notices: Partial<Record<SecurityEventKind, NotificationKind>> = {
  signed_in_new_device: 'security.signed_in',
  session_revoked: 'security.session_ended',
  sessions_revoked: 'security.session_ended',
  refresh_token_reused: 'security.session_ended',
  password_set: 'security.password_changed',
  password_changed: 'security.password_changed',
  mfa_enabled: 'security.mfa_enabled',
  mfa_disabled: 'security.mfa_disabled',
  email_changed: 'security.email_changed',
  username_changed: 'security.username_changed',
  data_exported: 'security.data_exported',
};

const keep = ({ ip, userAgent, clock }: RequestContext, db: Executor, { details = {}, ...event }: Recorded) =>
  securityRepository(db).insert({
    ...{ id: newId('securityEvent'), ...event, details },
    ...{ ip, userAgent, at: clock.now() },
  });

/**
 * That somebody was turned away, which changed nothing. Nobody waits for it: the answer has to take as long where there
 * is no account.
 */
export function recordRefusal(ctx: RequestContext, refused: Recorded): void {
  keep(ctx, ctx.db, refused).catch((error: Error) =>
    ctx.log.warn({ kind: refused.kind, err: error }, 'a refusal was not recorded'),
  );
}

/** Records a security event with its origin, and notifies the owner of important ones. */
export async function recordSecurityEvent(
  ctx: RequestContext,
  unit: UnitOfWork,
  { userId, kind, details = {} }: Recorded,
): Promise<void> {
  const { ip, userAgent } = ctx;
  await keep(ctx, unit.db, { userId, kind, details });
  const home = await auditPerson(unit, userId, { action: `account.${kind}`, after: details });
  if (!home) return;
  const notice = notices[kind];
  const { browser, os } = deviceOf(userAgent);
  const params = { device: [browser, os].filter(Boolean).join(', '), address: ip };
  if (notice) unit.notify([userId], notice, params, `/${home.slug}/settings?tab=security`);
}
