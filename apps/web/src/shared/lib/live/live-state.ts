import { create } from 'zustand';

/** Whether live updates are connected. */
export const useLiveState = create<{ connected: boolean }>(() => ({ connected: false }));
