import type { TeamSettings } from '@rowcast/contracts/domain/people/team';
import { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import { teamRoutes } from '@rowcast/contracts/http/people/team';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { meKey } from '@/features/auth/index.ts';
import { withProof } from '@/features/security/index.ts';
import { call } from '@/shared/lib/http/call.ts';
import { teamKeys } from './keys.ts';

export function useMembers() {
  return useQuery({
    queryKey: teamKeys.members,
    queryFn: async ({ signal }) => (await call(teamRoutes.members, { signal })).data,
  });
}

export function useTeamSettings() {
  return useQuery({
    queryKey: teamKeys.settings,
    queryFn: ({ signal }) => call(teamRoutes.settings, { signal }),
  });
}

export function useActiveApis() {
  return useQuery({
    queryKey: teamKeys.activeApis,
    queryFn: async ({ signal }) =>
      (await call(apiRoutes.list, { query: { status: 'active', limit: 1 }, signal })).pagination.total,
  });
}

export function useChangeRole() {
  const { t } = useTranslation('team');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: 'admin' | 'developer' | 'tester' | 'viewer' }) =>
      call(teamRoutes.changeRole, { params: { id }, body: { role } }),
    meta: { fallback: t('members.roleFailed') },
    onSettled: () => queries.invalidateQueries({ queryKey: teamKeys.members }),
  });
}

export type KeyChoice = 'revoke' | 'reassign';

/** The active API keys of a member, for the question what becomes of them. */
export function useMemberKeys(id: string, enabled: boolean) {
  return useQuery({
    queryKey: teamKeys.memberKeys(id),
    queryFn: async ({ signal }) => (await call(teamRoutes.memberKeys, { params: { id }, signal })).data,
    enabled,
  });
}

export function useRemoveMember() {
  const { t } = useTranslation('team');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, keys }: { id: string; keys?: KeyChoice | undefined }) =>
      call(teamRoutes.removeMember, { params: { id }, query: { keys } }),
    meta: { fallback: t('members.removeFailed') },
    onSettled: () => queries.invalidateQueries({ queryKey: ['team'] }),
  });
}

export function useLeave() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(teamRoutes.leave, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: meKey }),
  });
}

export function useTransferOwnership() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (memberId: string) => withProof(() => call(teamRoutes.handOver, { body: { memberId } })),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: teamKeys.members }),
        queries.invalidateQueries({ queryKey: meKey }),
      ]),
  });
}

export function useUpdateTeamSettings() {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changed: Partial<TeamSettings>) => call(teamRoutes.updateSettings, { body: changed }),
    meta: { fallback: t('preferences.failed') },
    onSuccess: (settings) => queries.setQueryData(teamKeys.settings, settings),
  });
}
