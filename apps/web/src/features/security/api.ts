import type { SecuritySettings } from '@rowcast/contracts/domain/people/settings';
import { accountSecurityRoutes } from '@rowcast/contracts/http/people/account-security';
import { mfaRoutes } from '@rowcast/contracts/http/people/mfa';
import { passwordRoutes } from '@rowcast/contracts/http/people/password';
import { sessionRoutes } from '@rowcast/contracts/http/people/sessions';
import { settingsRoutes } from '@rowcast/contracts/http/people/settings';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { meKey } from '@/features/auth/index.ts';
import { call } from '@/shared/lib/http/call.ts';
import { securityKey } from './keys.ts';
import { withProof } from './proof-request.ts';

const guardsKey = [...securityKey, 'guards'] as const;
const settingsKey = [...securityKey, 'settings'] as const;
const sessionsKey = [...securityKey, 'sessions'] as const;

export const logPageSize = 10;

export const useGuards = () =>
  useQuery({ queryKey: guardsKey, queryFn: ({ signal }) => call(accountSecurityRoutes.get, { signal }) });

export const useSecuritySettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(settingsRoutes.getSecurity, { signal }),
  });

export function useSaveSecuritySettings() {
  const { t } = useTranslation('security');
  return useMutation({
    mutationFn: (changes: Partial<SecuritySettings>) =>
      withProof(() => call(settingsRoutes.updateSecurity, { body: changes })),
    meta: { failed: t('login.failed') },
    onSuccess: useSecurityChange(),
  });
}

export const useSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call(sessionRoutes.list, { signal })).data,
  });

export const useSecurityLog = (page: number) =>
  useQuery({
    queryKey: [...securityKey, 'log', page],
    queryFn: ({ signal }) =>
      call(accountSecurityRoutes.securityLog, { query: { page, limit: logPageSize }, signal }),
    placeholderData: keepPreviousData,
  });

/** Security changes also appear in the log and may end sessions. */
function useSecurityChange() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: securityKey });
    void queries.invalidateQueries({ queryKey: meKey });
  };
}

export function useChangePassword() {
  const { t } = useTranslation('security');
  return useMutation({
    mutationFn: (form: { currentPassword: string; newPassword: string }) =>
      call(passwordRoutes.change, { body: form }),
    meta: { fallback: t('password.failed') },
    onSuccess: useSecurityChange(),
  });
}

export function useRevokeSession() {
  return useMutation({
    mutationFn: (which: { sessionId: string } | { others: true }) =>
      call(sessionRoutes.revoke, { body: which }),
    onSettled: useSecurityChange(),
  });
}

export function useBeginMfa() {
  const { t } = useTranslation('security');
  return useMutation({
    mutationFn: () =>
      withProof(async () => {
        const begun = await call(mfaRoutes.setup, { body: {} });
        if (!('secret' in begun)) throw new Error('the answer to a setup without a code is a secret');
        return begun;
      }),
    meta: { fallback: t('mfa.failed') },
    // The response contains a secret, so it is dropped when the dialog closes.
    gcTime: 0,
  });
}

export function useCompleteMfa() {
  const { t } = useTranslation('security');
  return useMutation({
    mutationFn: (code: string) =>
      withProof(async () => {
        const done = await call(mfaRoutes.setup, { body: { code } });
        if (!('recoveryCodes' in done)) throw new Error('the answer to the first code is recovery codes');
        return done.recoveryCodes;
      }),
    meta: { fallback: t('mfa.failed') },
    onSuccess: useSecurityChange(),
    gcTime: 0,
  });
}

export function useDisableMfa() {
  return useMutation({
    mutationFn: () => withProof(() => call(mfaRoutes.disable, {})),
    onSuccess: useSecurityChange(),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: () => withProof(async () => (await call(mfaRoutes.renewRecoveryCodes, {})).recoveryCodes),
    onSuccess: useSecurityChange(),
    gcTime: 0,
  });
}
