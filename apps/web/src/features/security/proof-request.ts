import { create } from 'zustand';
import { RequestError } from '@/shared/lib/http/request-error.ts';

interface ProofRequest {
  given: () => void;
  refused: () => void;
}

/** The open request for proof. */
export const useProofRequest = create<{ request: ProofRequest | null }>(() => ({ request: null }));

let asking: Promise<void> | null = null;

/** Opens the dialog. Concurrent callers share its result. */
function requestProof(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // An aborted request is not reported as an error.
  const refused = () => reject(new DOMException('The person closed the dialog.', 'AbortError'));
  useProofRequest.setState({ request: { given: resolve, refused } });
  return promise.finally(() => {
    asking = null;
    useProofRequest.setState({ request: null });
  });
}

/**
 * Runs an action that the server allows only after a recent proof of identity. If required, asks for the proof and
 * repeats the action. Use it as a mutation function: `mutationFn: () => withProof(() => call(…))`.
 */
export async function withProof<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'PROOF_REQUIRED')) throw error;
  }
  asking ??= requestProof();
  await asking;
  return action();
}
