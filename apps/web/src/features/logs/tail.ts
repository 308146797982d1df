import { create } from 'zustand';

/** The state of live updates of an API. While paused, new requests are only announced. */
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
/** Events lost during a disconnect may concern any API. */
export const markAllWaiting = () =>
  useTails.setState((tails) =>
    Object.fromEntries(Object.entries(tails).map(([id, tail]) => [id, { ...tail, waiting: tail.paused }])),
  );
export const markWaiting = (apiId: string) => useTails.setState({ [apiId]: { paused: true, waiting: true } });
