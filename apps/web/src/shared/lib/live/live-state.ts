import { create } from 'zustand';

/** Whether changes on the server are arriving as they happen. */
export const useLiveState = create<{ connected: boolean }>(() => ({ connected: false }));
