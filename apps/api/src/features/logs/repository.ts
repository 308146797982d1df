import type { logsQuery } from '@rowcast/contracts';
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
import type { z } from 'zod';
import { apiKeys, models } from '../../db/schema/catalogue.ts';
import { requestLog } from '../../db/schema/operations.ts';
import type { Executor } from '../../platform/db/database.ts';
import { startingWith } from '../../platform/db/like-pattern.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';
import { timeOfId } from '../../platform/ids.ts';

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
  return or(
    like(requestLog.id, start),
    like(requestLog.requestId, start),
    like(requestLog.code, start.toUpperCase()),
  );
}

/** Calls scanned per request. Matches may be rare among millions a day. */
const maxLookedThrough = 200_000;
/** An id contains its time, so only that hour is scanned. */
const isWholeHour = ({ search = '' }: Filter) => around(search) !== undefined;

const newestFirst = [desc(requestLog.at), desc(requestLog.id)];

/** The rows below a cursor: an ISO moment and the id that was shown last, since several calls share a moment. */
function below(cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const [at, id] = cursor.split('~');
  return sql`(${requestLog.at}, ${requestLog.id}) < (${at}::timestamptz, ${id})`;
}

/** Texts lie apart from their rows, so that a list without them reads a fraction. */
const whole = getTableColumns(requestLog);
const {
  request: _request,
  maskedRequest: _masked,
  sealedRequest: _sealed,
  response: _response,
  asked: _asked,
  ...textless
} = whole;
const names = { keyName: apiKeys.name, modelVersion: models.version };
const isOfKey = eq(apiKeys.id, requestLog.keyId);
const isOfModel = eq(models.id, requestLog.modelId);

export function logRepository(db: Executor, workspaceId: string) {
  const ofApi = (apiId: string) => and(eq(requestLog.workspaceId, workspaceId), eq(requestLog.apiId, apiId));
  const looked = (apiId: string, { cursor, from, to, search = '' }: Filter) =>
    and(
      ofApi(apiId),
      from ? gte(requestLog.at, new Date(from)) : undefined,
      to ? lte(requestLog.at, new Date(to)) : undefined,
      around(search),
      below(cursor),
    );
  return {
    list(apiId: string, filter: Filter) {
      const { limit, status, source, keyId, label, search } = filter;
      // Under the name of the table, so that what is asked of its columns is asked of these.
      const span = db
        .select(textless)
        .from(requestLog)
        .where(looked(apiId, filter))
        .orderBy(...newestFirst)
        .limit(isWholeHour(filter) ? Number.MAX_SAFE_INTEGER : maxLookedThrough)
        .as('request_log');
      return db
        .select({ call: textless, ...names })
        .from(span)
        .leftJoin(apiKeys, isOfKey)
        .leftJoin(models, isOfModel)
        .where(
          and(
            byStatus[status],
            bySource[source],
            keyId ? eq(requestLog.keyId, keyId) : undefined,
            label === 'all' ? undefined : eq(requestLog.label, label),
            found(search),
          ),
        )
        .orderBy(...newestFirst)
        .limit(limit);
    },

    /** The last scanned call, if there may be more. */
    async lastLookedAt(apiId: string, filter: Filter) {
      if (isWholeHour(filter)) return undefined;
      const [row] = await db
        .select({ at: requestLog.at, id: requestLog.id })
        .from(requestLog)
        .where(looked(apiId, filter))
        .orderBy(...newestFirst)
        .offset(maxLookedThrough - 1)
        .limit(1);
      return row;
    },

    async find(apiId: string, id: string) {
      const [row] = await db
        .select({ call: whole, ...names })
        .from(requestLog)
        .leftJoin(apiKeys, isOfKey)
        .leftJoin(models, isOfModel)
        .where(and(ofApi(apiId), eq(requestLog.id, id), around(id)));
      return orNotFound(row);
    },
  };
}

export type TextlessView = Awaited<ReturnType<ReturnType<typeof logRepository>['list']>>[number];
export type LogView = Awaited<ReturnType<ReturnType<typeof logRepository>['find']>>;
