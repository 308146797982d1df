import { sql } from 'drizzle-orm';
import { apis } from '../../db/schema/catalogue.ts';
import { apiRefusals } from '../../db/schema/operations.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { RefusalSum } from './refusal-sums.ts';

/** Adds the counts of existing APIs and returns those APIs. */
export async function addRefusals(db: Executor, sums: readonly RefusalSum[]) {
  const { rows } = await db.execute<{ apiId: string; workspaceId: string }>(sql`
    with added as (
      insert into ${apiRefusals} as r (api_id, hour, code, calls)
      select s."apiId", s.hour, s.code, s.calls
      from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as s("apiId" text, hour timestamptz, code text, calls bigint)
      join ${apis} on ${apis.id} = s."apiId"
      on conflict (api_id, hour, code) do update set calls = r.calls + excluded.calls
      returning r.api_id)
    select id as "apiId", workspace_id as "workspaceId" from ${apis} where id in (select api_id from added)`);
  return rows;
}

/** Removes counts that are older than the API's log retention, or whose API is gone. */
export const trimRefusals = (db: Executor) =>
  db.execute(sql`
    delete from ${apiRefusals} r where not exists (
      select from ${apis} a where a.id = r.api_id
        and r.hour >= now() - make_interval(days => coalesce((a.settings->>'logRetentionDays')::int, 30)))`);
