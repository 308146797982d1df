import type { SignInResult } from '@rowcast/contracts/http/auth';
import { useNavigate } from 'react-router-dom';
import { publicPaths, workspacePaths } from '@/shared/lib/paths.ts';
import { useReturnState } from './return-path.ts';

/** Leads on: to what the person came for, or to the second step of the login. */
export function useAfterSignIn() {
  const navigate = useNavigate();
  const state = useReturnState();
  return async (result: SignInResult) => {
    if (!result.mfaRequired) {
      await navigate(state.from ?? workspacePaths(result.user.username).overview, { replace: true });
    } else {
      await navigate(result.method === 'totp' ? publicPaths.verifyMfa : publicPaths.verify, { state });
    }
  };
}
