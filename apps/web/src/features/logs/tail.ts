import { create } from 'zustand';

/** Whether an API's new calls appear as they arrive; what came while they did not is only said. */
interface Tail {
  paused: boolean;
  waiting: boolean;
}

const following: Tail = { paused: false, waiting: false };

const useTails = create<Readonly<Record<string, Tail>>>(() => ({}));

export const useTail = (apiId: string) => useTails((tails) => tails[apiId] ?? following);
export const isPaused = (apiId: string) => useTails.getState()[apiId]?.paused ?? false;

export const pauseTail = (apiId: string) => useTails.setState({ [apiId]: { paused: true, waiting: false } });
export const followTail = (apiId: string) => useTails.setState({ [apiId]: following });
export const noteWaiting = (apiId: string) => useTails.setState({ [apiId]: { paused: true, waiting: true } });
