import { authRoutes, type SignInResult } from '@rowcast/contracts/http/people/auth';
import { mfaRoutes } from '@rowcast/contracts/http/people/mfa';
import { passwordRoutes } from '@rowcast/contracts/http/people/password';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '@/shared/lib/http/call.ts';
import { replaceSession } from '@/shared/lib/http/refresh-session.ts';
import { clearSession, storedEmail, storeTokens, useSession } from '@/shared/lib/session/session.ts';
import { meKey } from './api.ts';
import { mfaChallenge } from './mfa-challenge.ts';
import { sentCode } from './sent-code.ts';

type Signup = { name: string; email: string; phoneNumber: string };

/** Signs in, or stores the state for the second login step. */
function completeSignIn(queries: QueryClient, result: SignInResult): void {
  if (result.mfaRequired) {
    if (!result.mfaToken) return;
    mfaChallenge.store(result.mfaToken);
    // A password reset ends the current session.
    if (useSession.getState().signedIn) clearSession('signed-out');
    return;
  }
  mfaChallenge.clear();
  // If already signed in, the visible data stays and is refetched.
  if (useSession.getState().signedIn) void queries.invalidateQueries();
  else queries.clear();
  // Before caching the response, because replacing another person's session clears the cache.
  storeTokens(result);
  queries.setQueryData(meKey, result.user);
}

export function useLogin() {
  const { t } = useTranslation('auth');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: { email: string; password?: string }) => call(authRoutes.login, { body: form }),
    meta: { fallback: t('login.failed') },
    onSuccess: (answer, { email }) => {
      storedEmail.write(email);
      if ('mailbox' in answer || 'message' in answer) sentCode.store(answer);
      if ('mfaRequired' in answer) completeSignIn(queries, answer);
    },
  });
}

export function useSignup() {
  const { t } = useTranslation('auth');
  return useMutation({
    mutationFn: (form: Signup) => call(authRoutes.signup, { body: form }),
    meta: { fallback: t('signup.failed') },
    onSuccess: (sent, { email }) => {
      storedEmail.write(email);
      sentCode.store(sent);
    },
  });
}

export function useVerify() {
  const { t } = useTranslation('auth');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: { email: string; otp: string }) => call(authRoutes.verifyOtp, { body: form }),
    meta: { fallback: t('verify.failed') },
    onSuccess: (result) => completeSignIn(queries, result),
  });
}

export function useVerifyEmail() {
  const { t } = useTranslation('auth');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(authRoutes.verifyEmail, { body: { token } }),
    meta: { fallback: t('verifyEmail.failed') },
    onSuccess: (result) => completeSignIn(queries, result),
  });
}

export function useVerifyMfa() {
  const { t } = useTranslation('auth');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: { mfaToken: string; code: string }) => call(mfaRoutes.verify, { body: form }),
    meta: { fallback: t('mfa.failed') },
    onSuccess: (result) => completeSignIn(queries, result),
  });
}

export function useForgotPassword() {
  const { t } = useTranslation('auth');
  return useMutation({
    mutationFn: (email: string) => call(passwordRoutes.forgot, { body: { email } }),
    meta: { fallback: t('forgot.failed') },
    onSuccess: (sent, email) => {
      storedEmail.write(email);
      sentCode.store(sent);
    },
  });
}

type Reset = z.input<typeof passwordRoutes.reset.body>;

export function useResetPassword() {
  const { t } = useTranslation('auth');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: Reset) =>
      replaceSession(async () => {
        const result = await call(passwordRoutes.reset, { body: form });
        completeSignIn(queries, result);
        return result;
      }),
    meta: { fallback: t('reset.failed') },
  });
}

export function useResend() {
  return useMutation({
    mutationFn: (email: string) => call(authRoutes.resendOtp, { body: { email } }),
    onSuccess: sentCode.store,
  });
}
