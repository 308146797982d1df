import type { QueryClient } from '@tanstack/react-query';
import { followEvents, type LiveHandlers } from '@/shared/lib/live/event-stream.ts';

const modules = import.meta.glob<{ liveHandlers: LiveHandlers }>('../features/*/live.ts', { eager: true });

const liveHandlers = Object.values(modules).map((module) => module.liveHandlers);

/** Passes server events to the handlers of every feature, until `signal` aborts. */
export const followChanges = (queries: QueryClient, signal: AbortSignal) =>
  followEvents(liveHandlers, queries, signal);
