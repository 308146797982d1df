import { authRoutes } from '@rowcast/contracts/http/auth';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/shared/lib/call.ts';
import { clearSession, storedEmail, storeTokens } from '@/shared/lib/session.ts';

type Signup = { name: string; email: string; phoneNumber: string };

export const meKey = ['me'] as const;

export function useMe() {
  return useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => call(authRoutes.me, { signal }),
    staleTime: 300_000,
  });
}

export function useLogin() {
  return useMutation({
    mutationFn: (email: string) => call(authRoutes.login, { body: { email } }),
    onSuccess: (_, email) => storedEmail.write(email),
  });
}

export function useSignup() {
  return useMutation({
    mutationFn: (form: Signup) => call(authRoutes.signup, { body: form }),
    onSuccess: (_, { email }) => storedEmail.write(email),
  });
}

export function useVerify() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: { email: string; otp: string }) => call(authRoutes.verifyOtp, { body: form }),
    onSuccess: ({ token, refreshToken, user }) => {
      queries.clear();
      queries.setQueryData(meKey, user);
      storeTokens({ token, refreshToken });
    },
  });
}

export function useResend() {
  return useMutation({ mutationFn: (email: string) => call(authRoutes.resendOtp, { body: { email } }) });
}

/** Signs out here even when the server can't be reached: the tokens are gone either way. */
export function useLogout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(authRoutes.logout, {}),
    meta: { quiet: true },
    onSettled: () => {
      clearSession('signed-out');
      queries.clear();
    },
  });
}
