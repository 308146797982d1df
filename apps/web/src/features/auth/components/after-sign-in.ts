import type { SignInResult } from '@rowcast/contracts/http/people/auth';
import { useNavigate } from 'react-router-dom';
import { homeOf, publicPaths } from '@/shared/lib/navigation/paths.ts';
import { pendingInvite } from '@/shared/lib/session/pending-invite.ts';
import { useReturnState } from './return-path.ts';

/** Continues to the requested page, or to the second login step. */
export function useAfterSignIn() {
  const navigate = useNavigate();
  const state = useReturnState();
  return async (result: SignInResult) => {
    if (!result.mfaRequired) {
      await navigate(state.from ?? pendingInvite.path() ?? homeOf(result.user).overview, { replace: true });
    } else {
      await navigate(result.method === 'totp' ? publicPaths.verifyMfa : publicPaths.verify, { state });
    }
  };
}
