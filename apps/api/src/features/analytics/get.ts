import {
  type analyticsRoutes,
  type DailyFigures,
  errorCatalogue,
  isErrorCode,
  RowcastError,
} from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { dayMs } from '../../platform/time/durations.ts';
import { firstFullDay } from '../../predict/logging/call-log.repository.ts';
import { apiRepository } from '../apis/index.ts';
import { analyticsRepository, type Refusal } from './repository.ts';

const defaultDays = 30;
const dateOf = (at: Date | number) => new Date(at).toISOString().slice(0, 10);
/** A code that is no longer in the catalogue was a refusal of some kind. */
const withStatus = (refusal: Refusal) => ({
  ...refusal,
  status: isErrorCode(refusal.code) ? errorCatalogue[refusal.code].status : 400,
});

const refused = (field: string, message: string) => RowcastError.at('VALIDATION_FAILED', field, message);

export async function getApiAnalytics(
  ctx: SessionContext,
  { params: { id }, query }: Input<typeof analyticsRoutes.ofApi>,
): Promise<DailyFigures> {
  const { workspaceId } = ctx.actor;
  await apiRepository(ctx.db, workspaceId).find(id);
  const now = ctx.clock.now();
  const { from, to } = spanOf(query, now);
  const repository = analyticsRepository(ctx.db, workspaceId);
  const days = await repository.days(id, from, to, now);
  const refusals = (await repository.refusals(id, from, to)).map(withStatus);
  return { apiId: id, from, to, days, refusals };
}

/** The days that were asked for; dates of this form are in order as text. */
function spanOf(query: Input<typeof analyticsRoutes.ofApi>['query'], now: Date) {
  const kept = firstFullDay(now).getTime();
  const [today, first] = [dateOf(now), dateOf(kept)];
  const { to = today } = query;
  for (const [field, day = today] of Object.entries({ to, from: query.from }))
    if (day > today)
      throw refused(field, `This date is in the future. The latest date is ${today} (today in UTC).`);
  if (query.from !== undefined && query.from > to)
    throw refused('from', `The start date is after the end date, ${to}. Swap them.`);
  const { from = dateOf(Math.max(Date.parse(to) - (defaultDays - 1) * dayMs, kept)) } = query;
  for (const [field, day] of Object.entries({ from, to }))
    if (day < first)
      throw refused(field, `Daily figures start at ${first}. Choose that date or a later one.`);
  return { from, to };
}
