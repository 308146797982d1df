import { type SQL, sql } from 'drizzle-orm';
import { requestLog } from '../../db/schema/operations.ts';
import { shadowAnswers } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/database.ts';
import type { Figures } from './gates.ts';
import type { RolloutRow } from './repository.ts';

interface Sums {
  side: 'stable' | 'candidate';
  calls: number;
  errorRate: number | null;
  p95Ms: number | null;
  meanScore: number | null;
  spread: number | null;
  rows: number | null;
  differing: number | null;
  maxDelta: number | null;
}

/** Looking further back would make a long rollout blind to what it does now. */
const window = sql`interval '6 hours'`;

const sums = sql`count(*)::int as calls,
  (count(*) filter (where status >= 500))::float8 / nullif(count(*), 0) as "errorRate",
  percentile_disc(0.95) within group (order by latency_ms)::float8 as "p95Ms",
  avg(score)::float8 as "meanScore", stddev_pop(score)::float8 as spread`;

const mostDrift = 100;

/** How far the means lie apart, in standard deviations of the stable side. */
function drift(stable: Sums | undefined, candidate: Sums | undefined): number | null {
  if (stable?.meanScore == null || candidate?.meanScore == null) return null;
  const apart = Math.abs(stable.meanScore - candidate.meanScore);
  if (apart === 0) return 0;
  return stable.spread ? Math.min(mostDrift, apart / stable.spread) : mostDrift;
}

const side = (found: Sums | undefined): Figures['stable'] => ({
  calls: found?.calls ?? 0,
  errorRate: found?.errorRate ?? null,
  p95Ms: found?.p95Ms ?? null,
  meanScore: found?.meanScore ?? null,
});

/** In so many seconds, and as many before and after, an outage that one call met is held against neither model. */
const slot = sql`floor(extract(epoch from at) / 10)::bigint`;

const startOf = ({ startedAt }: RolloutRow) =>
  sql`greatest(${startedAt.toISOString()}::timestamptz, now() - ${window})`;

/** Calls with a key, of both models or of the stable one, and the shadow's answers, which say nothing of why they failed. */
const callsOf = ({ id, apiId, mode }: RolloutRow, since: SQL) => sql`
  select label as side, at, status, latency_ms, score, code = 'MODEL_SERVER_UNAVAILABLE' as is_away,
    null::int as rows, null::int as differing, null::real as max_delta
  from ${requestLog}
  where api_id = ${apiId} and at >= ${since} and label is not null and key_id is not null and status <> 429
    and (label = 'stable' or ${mode} = 'canary')
  union all
  select 'candidate', at, status, latency_ms, score, status = 503, rows, differing, max_delta
  from ${shadowAnswers} where rollout_id = ${id} and at >= ${since} and ${mode} = 'shadow'`;

const failed = (label: Sums['side']) =>
  sql`count(*) filter (where side = ${label} and status >= 500)::float8 / nullif(count(*) filter (where side = ${label}), 0)`;
const among = (slots: readonly string[]) => sql`(string_to_array(${slots.join()}, ',')::bigint[])`;

/** When no model server could be asked, or the stable model failed at least half as often: that tells of no model. */
async function slotsAway(db: Executor, rollout: RolloutRow): Promise<string[]> {
  const calls = sql`(${callsOf(rollout, startOf(rollout))}) calls`;
  const slots = async (query: SQL) => (await db.execute<{ slot: string }>(query)).rows.map((row) => row.slot);
  const failing = await slots(sql`select distinct ${slot} as slot from ${calls} where status >= 500`);
  if (failing.length === 0) return [];
  return slots(sql`
    select distinct slot + beside as slot from generate_series(-1, 1) beside, (
      select ${slot} as slot from ${calls} where ${slot} = any${among(failing)} group by 1
      having bool_or(is_away) or 2 * nullif(${failed('stable')}, 0) >= coalesce(${failed('candidate')}, 0)) away`);
}

/** What both models did since the rollout began, but for outages. */
export async function rolloutFigures(db: Executor, rollout: RolloutRow): Promise<Figures> {
  const away = await slotsAway(db, rollout);
  const { rows } = await db.execute(sql`
    select side, ${sums}, sum(rows)::int as rows, sum(differing)::int as differing,
      max(max_delta)::float8 as "maxDelta"
    from (${callsOf(rollout, startOf(rollout))}) calls
    ${away.length > 0 ? sql`where ${slot} <> all${among(away)}` : sql``}
    group by side`);
  const found = rows as unknown as Sums[];
  const stable = found.find((each) => each.side === 'stable');
  const candidate = found.find((each) => each.side === 'candidate');
  const { rows: seen, differing, maxDelta } = candidate ?? {};
  return {
    stable: side(stable),
    candidate: side(candidate),
    scoreDrift: drift(stable, candidate),
    shadow:
      rollout.mode === 'shadow'
        ? { rows: seen ?? 0, differing: differing ?? 0, maxDelta: maxDelta ?? 0 }
        : null,
  };
}

/** The newest call that the candidate did not fail; its own query, since an index leads straight to it. */
const lastAnswered = (rollout: RolloutRow) =>
  rollout.mode === 'shadow'
    ? sql`select max(at) from ${shadowAnswers} where rollout_id = ${rollout.id} and status < 500`
    : sql`select max(at) from ${requestLog} where api_id = ${rollout.apiId} and at >= ${startOf(rollout)}
        and label = 'candidate' and key_id is not null and status < 500`;

/** The candidate's last calls as far as all of them failed, and what the stable model answered well within that time. */
export async function failuresInARow(
  db: Executor,
  rollout: RolloutRow,
): Promise<NonNullable<Figures['inARow']>> {
  const since = sql`greatest(${startOf(rollout)}, (${lastAnswered(rollout)}))`;
  const { rows } = await db.execute(sql`
    with calls as (${callsOf(rollout, since)}),
    failed as (
      select count(*)::int as failed, min(at) + interval '5 seconds' as since, max(at) - interval '5 seconds' as until
      from calls where side = 'candidate' and status >= 500)
    select failed, (select count(*)::int from calls
      where side = 'stable' and status < 500 and at between since and until) as answered
    from failed`);
  return rows[0] as unknown as NonNullable<Figures['inARow']>;
}
