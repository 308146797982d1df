import { RowcastError } from '@rowcast/contracts';
import { atMost } from '../../platform/concurrency/keyed-semaphore.ts';
import type { PredictCall } from '../execution/predict-call.ts';

/** Of the places that all share, so that nobody holds all of them. */
const maxOfKey = 4;
const maxOfWorkspace = 8;
const retryAfterSeconds = 5;

/** Counts the open streams of each key and each workspace. */
export function streamPlaces(refused: (code: string) => void) {
  const ofKeys = atMost(maxOfKey);
  const ofWorkspaces = atMost(maxOfWorkspace);
  return {
    /** Gives what frees the place again. */
    take({ key, route }: PredictCall): () => void {
      if (!key || !route) throw new Error('a stream begins only after it was admitted');
      const leaveKey = ofKeys(key.keyId);
      const leaveWorkspace = leaveKey && ofWorkspaces(route.workspaceId);
      if (!leaveWorkspace) {
        leaveKey?.();
        refused('TOO_MANY_STREAMS');
        const message = `An API key can have ${maxOfKey} open streams, and its workspace ${maxOfWorkspace}. Close one, or try again in ${retryAfterSeconds} seconds.`;
        throw new RowcastError('TOO_MANY_STREAMS', { message, retryAfterSeconds });
      }
      return () => {
        leaveKey();
        leaveWorkspace();
      };
    },
  };
}
