import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { mailKeys, paletteKeys } from './keys.ts';

const refresh =
  (queryKey: QueryKey) =>
  (_event: unknown, queries: QueryClient): void =>
    void queries.invalidateQueries({ queryKey });

export const liveHandlers: LiveHandlers = {
  'mails.changed': refresh(mailKeys.failed),
  'api.changed': refresh(paletteKeys.apis),
  'api.deleted': refresh(paletteKeys.apis),
  'dataset.changed': refresh(paletteKeys.datasets),
  'dataset.deleted': refresh(paletteKeys.datasets),
};
