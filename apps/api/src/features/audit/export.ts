import { Readable } from 'node:stream';
import type { auditRoutes } from '@rowcast/contracts';
import { stringify } from 'csv-stringify';
import type { SessionContext } from '../../platform/context.ts';
import type { FileAnswer, Input } from '../../platform/route.ts';
import { presentRecord } from './presenter.ts';
import { auditRepository } from './repository.ts';

const pageSize = 1_000;
const columns = [
  'seq',
  'timestamp',
  'user_id',
  'user_name',
  'action',
  'target_type',
  'target_id',
  'details',
  'ip',
  'request_id',
] as const;

/** A page at a time, so that memory does not grow with the log. */
async function* records(ctx: SessionContext, filter: Input<typeof auditRoutes.export>['query']) {
  const repository = auditRepository(ctx.db, ctx.actor.workspaceId, ctx.actor.userId);
  const conditions = await repository.conditions(filter);
  for (let below: number | undefined; ; ) {
    const rows = await repository.page(conditions, { below, limit: pageSize });
    for (const { details, ...record } of rows.map(presentRecord))
      yield { ...record, details: JSON.stringify(details) };
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    below = last.seq;
  }
}

export async function exportAuditLogs(
  ctx: SessionContext,
  { query }: Input<typeof auditRoutes.export>,
): Promise<FileAnswer> {
  // Names come from people, and a spreadsheet takes what begins with = + - @ for a formula.
  const asCsv = stringify({ header: true, columns: [...columns], escape_formulas: true, bom: true });
  return {
    mediaType: 'text/csv',
    filename: `audit-${ctx.clock.now().toISOString().slice(0, 10)}.csv`,
    content: Readable.from(records(ctx, query)).compose(asCsv),
  };
}
