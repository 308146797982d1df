import { sql } from 'drizzle-orm';
import { rolloutCalls, rolloutLatency } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/db/database.ts';
import { percentile } from '../apis/index.ts';
import type { Figures, InARow } from './gates.ts';
import type { RolloutRow } from './repository.ts';

interface Sums {
  isStable: boolean;
  calls: number;
  errorRate: number | null;
  refusalRate: number | null;
  p95Ms: number | null;
  meanScore: number | null;
  spread: number | null;
  rows: number;
  differing: number;
  maxDelta: number;
}

/** Looking further back would make a long rollout blind to what it does now. */
const window = sql`interval '6 hours'`;

const maxDrift = 100;

/** How far the means lie apart, in standard deviations of the stable side, of which equal scores have none. */
function drift(stable: Sums | undefined, candidate: Sums | undefined): number | null {
  if (stable?.meanScore == null || candidate?.meanScore == null) return null;
  const apart = Math.abs(stable.meanScore - candidate.meanScore);
  if (apart === 0) return 0;
  return stable.spread ? Math.min(maxDrift, apart / stable.spread) : null;
}

const side = (found: Sums | undefined): Figures['stable'] => ({
  calls: found?.calls ?? 0,
  errorRate: found?.errorRate ?? null,
  refusalRate: found?.refusalRate ?? null,
  p95Ms: found?.p95Ms ?? null,
  meanScore: found?.meanScore ?? null,
});

/** Calls of both models, or of the stable one and the shadow's answers. */
const ofRollout = ({ id, mode }: RolloutRow) =>
  sql`rollout_id = ${id} and slot >= now() - ${window} and side = any(array['stable', ${mode === 'shadow' ? 'shadow' : 'candidate'}])`;

const callsOf = (rollout: RolloutRow) =>
  sql`select *, side = 'stable' as is_stable from ${rolloutCalls} where ${ofRollout(rollout)}`;

const share = (what: 'failed' | 'refused') => sql`sum(${sql.raw(what)})::float8 / nullif(sum(calls), 0)`;
const failed = (isStable: boolean) =>
  sql`sum(failed) filter (where is_stable = ${isStable})::float8 / nullif(sum(calls) filter (where is_stable = ${isStable}), 0)`;

/**
 * Ten seconds, and as many before and after, in which no model server could be asked or the stable model failed at
 * least half as often: an outage that one call met is held against neither model.
 */
const away = sql`
  select distinct slot + beside * interval '10 seconds' as slot from generate_series(-1, 1) beside, (
    select slot from calls group by slot
    having sum(away) > 0 or 2 * nullif(${failed(true)}, 0) >= coalesce(${failed(false)}, 0)) failing`;

/** What both models did since the rollout began, but for outages. */
export async function rolloutFigures(db: Executor, rollout: RolloutRow): Promise<Figures> {
  const { rows } = await db.execute(sql`
    with calls as materialized (${callsOf(rollout)}),
    away as materialized (${away}),
    sums as (
      select is_stable, sum(calls)::float8 as calls, ${share('failed')} as "errorRate", ${share('refused')} as "refusalRate",
        sum(score_sum) / nullif(sum(scored), 0) as "meanScore",
        sqrt(greatest(0, sum(score_squares) / nullif(sum(scored), 0) - power(sum(score_sum) / nullif(sum(scored), 0), 2)))
          as spread,
        sum(rows)::float8 as rows, sum(differing)::float8 as differing, max(max_delta)::float8 as "maxDelta"
      from calls where slot not in (select slot from away) group by is_stable),
    histogram as (
      select side = 'stable' as is_stable, bucket, sum(sum(calls)) over (partition by side order by bucket) as seen,
        sum(sum(calls)) over (partition by side) as total
      from ${rolloutLatency} where ${ofRollout(rollout)} and slot not in (select slot from away) group by side, bucket),
    times as (select is_stable, ${percentile(0.95)} as "p95Ms" from histogram group by is_stable)
    select is_stable as "isStable", sums.*, times."p95Ms" from sums left join times using (is_stable)`);
  const found = rows as unknown as Sums[];
  const stable = found.find(({ isStable }) => isStable);
  const candidate = found.find(({ isStable }) => !isStable);
  const { rows: seen = 0, differing = 0, maxDelta = 0 } = candidate ?? {};
  return {
    stable: side(stable),
    candidate: side(candidate),
    scoreDrift: drift(stable, candidate),
    shadow: rollout.mode === 'shadow' ? { rows: seen, differing, maxDelta } : null,
  };
}

/** The candidate's last calls as far as all of them failed, and what the stable model answered well within that time. */
export async function failuresInARow(db: Executor, rollout: RolloutRow): Promise<InARow> {
  const { rows } = await db.execute(sql`
    with calls as materialized (${callsOf(rollout)}),
    failed as (
      select coalesce(sum(failed), 0)::int as failed, min(failed_from) + interval '5 seconds' as since,
        max(failed_until) - interval '5 seconds' as until
      from calls
      where not is_stable and failed_from > coalesce((select max(answered_at) from calls where not is_stable), '-infinity'))
    select failed, (select coalesce(sum(calls - failed), 0)::int from calls
      where is_stable and answered_at between since and until) as answered
    from failed`);
  return rows[0] as unknown as InARow;
}
