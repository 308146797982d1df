import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { throttle } from '@/shared/lib/live/refetch-interval.ts';
import { showNewest } from './newest.ts';
import { isPaused, markAllWaiting, markWaiting } from './tail.ts';

/** Each predict process sends its own events. */
const pauseMs = 2_000;
const followers = new Map<string, (queries: QueryClient) => void>();

function followerOf(apiId: string) {
  const follow = (queries: QueryClient) => {
    if (isPaused(apiId)) markWaiting(apiId);
    else void showNewest(queries, apiId);
  };
  const follower = followers.get(apiId) ?? throttle(follow, pauseMs);
  followers.set(apiId, follower);
  return follower;
}

export const liveHandlers: LiveHandlers = {
  'calls.logged': ({ apiId }, queries) => followerOf(apiId)(queries),
  resync: markAllWaiting,
};
