import { isDeepStrictEqual } from 'node:util';
import { type apiRoutes, RowcastError } from '@rowcast/contracts';
import { changeOf } from '../../platform/audit/audit-entry.ts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { checkDecision } from './check-decision.ts';
import { getApi } from './get.ts';
import { type ApiRow, apiRepository } from './repository.ts';

const audited = ['name', 'description', 'enabled', 'deprecated', 'sunsetAt', 'settings'] as const;

type Body = Input<typeof apiRoutes.update>['body'];

/** What the words of `status` say of the two bits, each of which may be said by itself. */
function bitsOf({ status, enabled, deprecated }: Body): Pick<Partial<ApiRow>, 'enabled' | 'deprecated'> {
  const said = { active: { enabled: true }, inactive: { enabled: false }, deprecated: { deprecated: true } };
  const bits = { ...(enabled !== undefined && { enabled }), ...(deprecated !== undefined && { deprecated }) };
  const meant: typeof bits = status ? said[status] : {};
  for (const name of ['enabled', 'deprecated'] as const)
    if (meant[name] !== undefined && bits[name] !== undefined && meant[name] !== bits[name])
      throw RowcastError.at(
        'VALIDATION_FAILED',
        'status',
        `The status "${status}" and ${name} = ${bits[name]} contradict each other. Send only one of them.`,
      );
  return { ...bits, ...meant };
}

function changesOf(api: ApiRow, body: Body, now: Date): Partial<ApiRow> {
  const { name, description, settings, sunset } = body;
  const changes: Partial<ApiRow> = bitsOf(body);
  if (name !== undefined) changes.name = name;
  if (description !== undefined) changes.description = description;
  if (settings) changes.settings = { ...api.settings, ...(settings as ApiRow['settings']) };
  if (changes.deprecated === true) changes.deprecatedAt = api.deprecatedAt ?? now;
  if (changes.deprecated === false) Object.assign(changes, { deprecatedAt: null, sunsetAt: null });
  if (sunset) checkSunset(sunset, { ...api, ...changes }, now);
  if (sunset !== undefined) changes.sunsetAt = sunset === null ? null : startOf(sunset);
  return changes;
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** A day that was given before may be sent again when it is over. */
function checkSunset(
  day: string,
  { deprecated, sunsetAt }: Pick<ApiRow, 'deprecated' | 'sunsetAt'>,
  now: Date,
) {
  const refuse = (why: string) => RowcastError.at('VALIDATION_FAILED', 'sunset', why);
  if (!deprecated) throw refuse('Only deprecated APIs have a sunset date. Deprecate the API first.');
  const hasEnded = day < now.toISOString().slice(0, 10);
  if (hasEnded && startOf(day).getTime() !== sunsetAt?.getTime())
    throw refuse('Choose today or a later date (UTC), or leave it empty.');
}

type Change = Pick<Input<typeof apiRoutes.update>, 'params' | 'body'>;

export async function updateApi(ctx: SessionContext, { params, body }: Change) {
  const { workspaceId } = ctx.actor;
  await transact(ctx, async ({ db, publish, routeChanged, audit }) => {
    const repository = apiRepository(db, workspaceId);
    const api = await repository.lock(params.id);
    if (body.settings) checkDecision(api.settings, body.settings, await repository.deployedChoice(api.id));
    const now = ctx.clock.now();
    const changes = changesOf(api, body, now);
    if (isDeepStrictEqual({ ...api, ...changes }, api)) return;
    await repository.update(api.id, { ...changes, updatedAt: now });
    const change = changeOf(api, changes, audited);
    audit({ action: 'api.updated', targetType: 'api', targetId: api.id, ...change });
    routeChanged({ apiId: api.id });
    publish(workspaceId, { type: 'api.changed', apiId: api.id });
  });
  return getApi(ctx, { params });
}
