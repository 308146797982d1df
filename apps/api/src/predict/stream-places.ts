import { RowcastError } from '@rowcast/contracts';
import type { PredictCall } from './call.ts';

/** Of the places that all share, so that nobody holds all of them. */
const mostOfKey = 4;
const mostOfWorkspace = 8;
const retryAfterSeconds = 5;

/** Counts the open streams of each key and each workspace. */
export function streamPlaces(refused: (code: string) => void) {
  const taken = new Map<string, number>();
  const add = (id: string, change: number) => {
    const count = (taken.get(id) ?? 0) + change;
    if (count > 0) taken.set(id, count);
    else taken.delete(id);
  };
  const isFull = (id: string, most: number) => (taken.get(id) ?? 0) >= most;
  return {
    /** Gives what frees the place again. */
    take({ key, route }: PredictCall): () => void {
      if (!key || !route) throw new Error('a stream begins only after it was admitted');
      const { keyId } = key;
      const { workspaceId } = route;
      if (isFull(keyId, mostOfKey) || isFull(workspaceId, mostOfWorkspace)) {
        refused('TOO_MANY_STREAMS');
        const message = `A key may have ${mostOfKey} streams open at once, and its workspace ${mostOfWorkspace}. End one, or try again in ${retryAfterSeconds} seconds.`;
        throw new RowcastError('TOO_MANY_STREAMS', { message, retryAfterSeconds });
      }
      for (const id of [keyId, workspaceId]) add(id, 1);
      return () => {
        for (const id of [keyId, workspaceId]) add(id, -1);
      };
    },
  };
}
