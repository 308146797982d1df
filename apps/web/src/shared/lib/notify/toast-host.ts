import { create } from 'zustand';

/** The toast library is large, so its host mounts with the first toast. */
export const useToastHost = create<{ isNeeded: boolean }>(() => ({ isNeeded: false }));
export const toastHostMounted = Promise.withResolvers<void>();
