import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Log } from '../log/log.ts';

/** Announces to every API process that a cached key or route is stale. */
export const routeChannel = 'rowcast:routes';

const routeChange = z.union([z.object({ apiId: z.string() }), z.object({ keyHash: z.string() })]);
export type RouteChange = z.infer<typeof routeChange>;

/** By its id, a change that was announced is known where the record of it is read later. */
export const recordedChange = z.object({ id: z.string(), change: routeChange });
export type RecordedChange = z.infer<typeof recordedChange>;

type ApplyChange = (change: RecordedChange) => Promise<void>;

export interface RouteNews {
  /** Resolves once this process has applied the change. Other processes receive it, or poll its record. */
  announce(change: RecordedChange): Promise<void>;
  /** Returns what ends it. */
  follow(receive: ApplyChange): () => void;
}

/** The fast path. Without Redis, other processes poll the change from Postgres a second later. */
export function routeNews(redis: Redis, log: Log): RouteNews {
  const followers = new Set<ApplyChange>();
  async function publish(change: RecordedChange): Promise<void> {
    try {
      await redis.publish(routeChannel, JSON.stringify(change));
    } catch (error) {
      log.warn({ err: error }, 'route change not announced');
    }
  }
  return {
    async announce(change) {
      await Promise.all([publish(change), ...[...followers].map((receive) => receive(change))]);
    },
    follow(receive) {
      followers.add(receive);
      return () => followers.delete(receive);
    },
  };
}
