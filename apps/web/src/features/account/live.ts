import type { LiveHandlers } from '@/shared/lib/events.ts';
import { archivesKey } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'archive.changed': (_event, queries) => void queries.invalidateQueries({ queryKey: archivesKey }),
};
