import { create } from 'zustand';
import { RequestError } from '@/shared/lib/http/request-error.ts';

interface ProofRequest {
  given: () => void;
  refused: () => void;
}

/** What the dialog is open for. */
export const useProofRequest = create<{ request: ProofRequest | null }>(() => ({ request: null }));

let asking: Promise<void> | null = null;

/** Opens the dialog; of several who ask at once each waits for the same answer. */
function askForProof(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // An aborted request is no error to tell of.
  const refused = () => reject(new DOMException('The person closed the dialog.', 'AbortError'));
  useProofRequest.setState({ request: { given: resolve, refused } });
  return promise.finally(() => {
    asking = null;
    useProofRequest.setState({ request: null });
  });
}

/**
 * For what the server does only for someone who has just proved who they are: where it asks for that, the person is
 * asked, and the action is repeated. Use it as a mutation's function: `mutationFn: () => withProof(() => call(…))`.
 */
export async function withProof<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'PROOF_REQUIRED')) throw error;
  }
  asking ??= askForProof();
  await asking;
  return action();
}
