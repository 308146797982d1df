import { RowcastError } from '@rowcast/contracts';
import { createKeyedSemaphore } from '../../platform/concurrency/keyed-semaphore.ts';
import type { PredictCall } from '../execution/predict-call.ts';

/** Streams share a fixed number of slots; these limits keep one caller from taking all. */
const maxOfKey = 4;
const maxOfWorkspace = 8;
const retryAfterSeconds = 5;

/** Limits the open streams per key and per workspace. */
export function createStreamSlots(refused: (code: string) => void) {
  const ofKeys = createKeyedSemaphore(maxOfKey);
  const ofWorkspaces = createKeyedSemaphore(maxOfWorkspace);
  return {
    /** Takes a slot. Returns a function that releases it. */
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
