import type { AuditRecord, auditQuery } from '@rowcast/contracts';
import { and, asc, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '../../db/schema/accounts.ts';
import { auditLog } from '../../db/schema/evidence.ts';
import type { Executor } from '../../platform/db/database.ts';

type Filter = Omit<z.output<typeof auditQuery>, 'limit' | 'cursor'>;

const columns = {
  seq: auditLog.seq,
  id: auditLog.id,
  at: auditLog.at,
  actorId: auditLog.actorId,
  actorName: users.name,
  action: auditLog.action,
  targetType: auditLog.targetType,
  targetId: auditLog.targetId,
  details: sql<AuditRecord['details']>`${auditLog.details}`,
  ip: auditLog.ip,
  requestId: auditLog.requestId,
  erasedAt: auditLog.erasedAt,
};

/** Only ever done to one's own account. */
const personalAction = /^(account|profile)\./;

export function auditRepository(db: Executor, workspaceId: string, readerId: string) {
  const own = eq(auditLog.workspaceId, workspaceId);
  /** A workspace keeps what its owner did to their own account, which is nobody else's business once it has members. */
  const visible = sql`(${auditLog.actorId} is distinct from ${auditLog.targetId}
    or ${auditLog.targetType} = 'member' or ${auditLog.actorId} = ${readerId})`;

  async function firstSeq(moment: SQL | undefined): Promise<number | undefined> {
    const [row] = await db
      .select({ seq: auditLog.seq })
      .from(auditLog)
      .where(and(own, moment))
      .orderBy(asc(auditLog.at), asc(auditLog.seq))
      .limit(1);
    return row?.seq;
  }

  async function lastSeq(moment: SQL | undefined): Promise<number | undefined> {
    const [row] = await db
      .select({ seq: auditLog.seq })
      .from(auditLog)
      .where(and(own, moment))
      .orderBy(desc(auditLog.at), desc(auditLog.seq))
      .limit(1);
    return row?.seq;
  }

  /** The different values of a column, each found by one step in its index. */
  async function distinct(column: 'action' | 'actor_id'): Promise<string[]> {
    const name = sql.identifier(column);
    const { rows } = await db.execute<{ value: string }>(sql`
      with recursive found as (
        (select ${name} as value from ${auditLog} where workspace_id = ${workspaceId} and ${name} is not null
          order by ${name} limit 1)
        union all
        select (select ${name} from ${auditLog} where workspace_id = ${workspaceId} and ${name} > found.value
          order by ${name} limit 1)
        from found where found.value is not null)
      select value from found where value is not null limit 500`);
    return rows.map(({ value }) => value);
  }

  return {
    /** Time is that of the chain, so that a span of time is a span of places. */
    async conditions({ user, action, target, from, to }: Filter): Promise<SQL | undefined> {
      const first = from ? await firstSeq(gte(auditLog.at, new Date(from))) : undefined;
      const last = to ? await lastSeq(lte(auditLog.at, new Date(to))) : undefined;
      if ((from && first === undefined) || (to && last === undefined)) return sql`false`;
      return and(
        user ? eq(auditLog.actorId, user) : undefined,
        action ? eq(auditLog.action, action) : undefined,
        // Said twice, for the index that has both.
        action && personalAction.test(action) ? eq(auditLog.actorId, readerId) : undefined,
        target ? eq(auditLog.targetId, target) : undefined,
        first === undefined ? undefined : gte(auditLog.seq, first),
        last === undefined ? undefined : lte(auditLog.seq, last),
      );
    },

    page: (conditions: SQL | undefined, { below, limit }: { below: number | undefined; limit: number }) =>
      db
        .select(columns)
        .from(auditLog)
        .leftJoin(users, eq(users.id, auditLog.actorId))
        .where(and(own, visible, conditions, below === undefined ? undefined : lt(auditLog.seq, below)))
        .orderBy(desc(auditLog.seq))
        .limit(limit),

    actions: () => distinct('action'),

    async actors(): Promise<{ id: string; name: string | null }[]> {
      const ids = await distinct('actor_id');
      const known = await db
        .select({ id: users.id, name: users.name })
        .from(users)
        .where(eq(users.id, sql`any(${sql.param(ids)})`));
      const names = new Map(known.map(({ id, name }) => [id, name]));
      return ids.map((id) => ({ id, name: names.get(id) ?? null }));
    },
  };
}

export type AuditView = Awaited<ReturnType<ReturnType<typeof auditRepository>['page']>>[number];
