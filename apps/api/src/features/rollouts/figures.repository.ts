import { sql } from 'drizzle-orm';
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

/** What both models did since the rollout began: calls with a key, and the shadow's answers. */
export async function rolloutFigures(
  db: Executor,
  { id, apiId, mode, startedAt }: RolloutRow,
): Promise<Figures> {
  const since = startedAt.toISOString();
  const { rows } = await db.execute(sql`
    select label as side, ${sums}, null::int as rows, null::int as differing, null::float8 as "maxDelta"
    from ${requestLog}
    where api_id = ${apiId} and at >= greatest(${since}::timestamptz, now() - ${window}) and label is not null
      and key_id is not null and status <> 429
      and (label = 'stable' or ${mode} = 'canary')
    group by label
    union all
    select 'candidate', ${sums}, sum(rows)::int, sum(differing)::int, max(max_delta)::float8
    from ${shadowAnswers} where rollout_id = ${id} and at > now() - ${window} and ${mode} = 'shadow'`);
  const found = rows as unknown as Sums[];
  const stable = found.find((each) => each.side === 'stable');
  const candidate = found.find((each) => each.side === 'candidate');
  const { rows: seen, differing, maxDelta } = candidate ?? {};
  return {
    stable: side(stable),
    candidate: side(candidate),
    scoreDrift: drift(stable, candidate),
    shadow:
      mode === 'shadow' ? { rows: seen ?? 0, differing: differing ?? 0, maxDelta: maxDelta ?? 0 } : null,
  };
}
