import { type logsQuery, RowcastError } from '@rowcast/contracts';
import {
  and,
  between,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { apiKeys, models } from '../../db/schema/catalogue.ts';
import { requestLog } from '../../db/schema/operations.ts';
import type { Executor } from '../../platform/database.ts';
import { timeOfId } from '../../platform/ids.ts';
import { startingWith } from '../../platform/like.ts';

type Filter = z.output<typeof logsQuery>;

const byStatus: Record<Filter['status'], SQL | undefined> = {
  all: undefined,
  ok: lt(requestLog.status, 400),
  warned: gt(requestLog.warnings, 0),
  partly: gt(requestLog.failedRows, 0),
  refused: sql`${requestLog.status} between 400 and 499 and ${requestLog.status} <> 429`,
  limited: eq(requestLog.status, 429),
  failed: gte(requestLog.status, 500),
};

const bySource: Record<Filter['source'], SQL | undefined> = {
  all: undefined,
  keys: isNotNull(requestLog.keyId),
  console: isNull(requestLog.keyId),
};

/** Clocks may differ, and a stream is logged up to an hour after its id was made. */
const beforeMs = 60_000;
const afterMs = 61 * 60_000;

/** Postgres reads no year of more digits; the first 48 bits of a made-up id may say one. */
const latest = Date.UTC(9999, 11, 31);
const moment = (ms: number) => new Date(Math.min(ms, latest));

/** Where in the log an id can be: it is in order of time, and has no index by ids. */
function around(id: string): SQL | undefined {
  const made = timeOfId(id);
  if (made === null) return undefined;
  return between(requestLog.at, moment(made - beforeMs), moment(made + afterMs));
}

function found(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const start = startingWith(search);
  return and(
    around(search),
    or(
      like(requestLog.id, start),
      like(requestLog.requestId, start),
      like(requestLog.code, start.toUpperCase()),
    ),
  );
}

/** The rows below a cursor: an ISO moment and the id that was shown last, since several calls share a moment. */
function below(cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const [at, id] = cursor.split('~');
  return sql`(${requestLog.at}, ${requestLog.id}) < (${at}::timestamptz, ${id})`;
}

/** Texts lie apart from their rows, so that a list without them reads a fraction. */
const whole = getTableColumns(requestLog);
const { request: _request, response: _response, asked: _asked, ...textless } = whole;
const names = { keyName: apiKeys.name, modelVersion: models.version };
const isOfKey = eq(apiKeys.id, requestLog.keyId);
const isOfModel = eq(models.id, requestLog.modelId);

export function logRepository(db: Executor, workspaceId: string) {
  const select = <Columns extends Record<string, PgColumn>>(call: Columns) =>
    db
      .select({ call, ...names })
      .from(requestLog)
      .leftJoin(apiKeys, isOfKey)
      .leftJoin(models, isOfModel);
  return {
    list: (apiId: string, { limit, cursor, status, source, keyId, label, search, from, to }: Filter) =>
      select(textless)
        .where(
          and(
            eq(requestLog.workspaceId, workspaceId),
            eq(requestLog.apiId, apiId),
            byStatus[status],
            bySource[source],
            keyId ? eq(requestLog.keyId, keyId) : undefined,
            label === 'all' ? undefined : eq(requestLog.label, label),
            from ? gte(requestLog.at, new Date(from)) : undefined,
            to ? lte(requestLog.at, new Date(to)) : undefined,
            found(search),
            below(cursor),
          ),
        )
        .orderBy(desc(requestLog.at), desc(requestLog.id))
        .limit(limit),

    async find(apiId: string, id: string) {
      const [row] = await select(whole).where(
        and(
          eq(requestLog.workspaceId, workspaceId),
          eq(requestLog.apiId, apiId),
          eq(requestLog.id, id),
          around(id),
        ),
      );
      if (!row) throw new RowcastError('NOT_FOUND');
      return row;
    },
  };
}

export type TextlessView = Awaited<ReturnType<ReturnType<typeof logRepository>['list']>>[number];
export type LogView = Awaited<ReturnType<ReturnType<typeof logRepository>['find']>>;
