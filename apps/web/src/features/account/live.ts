import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { archivesKey } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'archive.changed': (_event, queries) => void queries.invalidateQueries({ queryKey: archivesKey }),
};
