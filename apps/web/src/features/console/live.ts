import type { LiveHandlers } from '@/shared/lib/events.ts';
import { mailKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'mails.changed': (_event, queries) => void queries.invalidateQueries({ queryKey: mailKeys.failed }),
};
