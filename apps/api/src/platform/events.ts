import { type LiveEvent, liveEvent } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import type { Log } from './log.ts';

/** Enough to resume after a short disconnection; older changes are seen by fetching again. */
const keptEvents = 1000;

export const eventStream = (workspaceId: string) => `events:${workspaceId}`;

export interface EventPublisher {
  publish(workspaceId: string, event: LiveEvent): Promise<void>;
}

/** An event that can't be published is dropped: what it announces is in Postgres already. */
export function eventPublisher(redis: Redis, log: Log): EventPublisher {
  return {
    async publish(workspaceId, event) {
      const body = JSON.stringify(liveEvent.parse(event));
      try {
        await redis.xadd(eventStream(workspaceId), 'MAXLEN', '~', keptEvents, '*', 'event', body);
      } catch (error) {
        log.warn({ type: event.type, error: (error as Error).message }, 'live event dropped');
      }
    },
  };
}
