import { create } from 'zustand';

/** The toast library is large, so its host mounts with the first toast. */
export const useToastHost = create<{ wanted: boolean }>(() => ({ wanted: false }));
export const toastHostDrawn = Promise.withResolvers<void>();
