import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { activityKey } from './keys.ts';

const refresh = (_: unknown, queries: QueryClient) =>
  void queries.invalidateQueries({ queryKey: activityKey });

export const liveHandlers: LiveHandlers = {
  'api.changed': refresh,
  'api.deleted': refresh,
  'dataset.changed': refresh,
  'dataset.deleted': refresh,
  'model.changed': refresh,
  'model.deleted': refresh,
  'rollout.changed': refresh,
  'key.changed': refresh,
  'member.changed': refresh,
  'member.removed': refresh,
};
