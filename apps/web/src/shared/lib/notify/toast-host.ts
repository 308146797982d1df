import { create } from 'zustand';

/** Toasts cost more code than most pages need at first, so their host is drawn when the first one is wanted. */
export const useToastHost = create<{ wanted: boolean }>(() => ({ wanted: false }));
export const toastHostDrawn = Promise.withResolvers<void>();
