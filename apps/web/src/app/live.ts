import type { LiveHandlers } from '@/shared/lib/events.ts';

const modules = import.meta.glob<{ liveHandlers: LiveHandlers }>('../features/*/live.ts', { eager: true });

export const liveHandlers = Object.values(modules).map((module) => module.liveHandlers);
