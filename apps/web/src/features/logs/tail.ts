import { create } from 'zustand';

/** Whether new calls appear as they arrive; what came meanwhile is only said. */
export const useTail = create<{ paused: boolean; waiting: boolean }>(() => ({
  paused: false,
  waiting: false,
}));

export const pauseTail = () => useTail.setState({ paused: true, waiting: false });
export const followTail = () => useTail.setState({ paused: false, waiting: false });
