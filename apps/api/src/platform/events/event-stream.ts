import { type LiveEvent, liveEvent } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import type { Log } from '../log/log.ts';
import { daySeconds } from '../time/durations.ts';

/** Enough to resume after a short disconnection; older changes are seen by fetching again. */
const keptEvents = 1000;
/** After the last event of a workspace: one that nobody uses any more leaves nothing behind. */
const keptSeconds = daySeconds;

export const eventStream = (workspaceId: string) => `events:${workspaceId}`;

export interface EventPublisher {
  /** To everyone who follows the workspace, or to one person there. */
  publish(workspaceId: string, event: LiveEvent, userId?: string): Promise<void>;
}

/**
 * An event that can't be published is dropped: what it announces is in Postgres already, and once Redis is back those
 * who follow the workspace are asked to refetch.
 */
export function eventPublisher(redis: Redis, log: Log): EventPublisher {
  const uninformed = new Set<string>();
  const add = async (workspaceId: string, event: LiveEvent, userId?: string) => {
    try {
      const fields = ['event', JSON.stringify(liveEvent.parse(event)), ...(userId ? ['to', userId] : [])];
      const stream = eventStream(workspaceId);
      await Promise.all([
        redis.xadd(stream, 'MAXLEN', '~', keptEvents, '*', ...fields),
        redis.expire(stream, keptSeconds),
      ]);
    } catch (error) {
      uninformed.add(workspaceId);
      log.warn({ type: event.type, err: error }, 'live event dropped');
    }
  };
  redis.on('ready', () => {
    const workspaceIds = [...uninformed];
    uninformed.clear();
    for (const id of workspaceIds) void add(id, { type: 'resync' });
  });
  return { publish: add };
}
