import { inviteRoutes } from '@rowcast/contracts/http/people/invites';
import { mailRoutes } from '@rowcast/contracts/http/people/mails';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { meKey } from '@/features/auth/index.ts';
import { call } from '@/shared/lib/http/call.ts';
import { upload } from '@/shared/lib/http/upload.ts';
import { teamKeys } from './keys.ts';

export function useInvites() {
  return useQuery({
    queryKey: teamKeys.invites,
    queryFn: async ({ signal }) => (await call(inviteRoutes.list, { signal })).data,
  });
}

function useInviteChange() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: teamKeys.invites });
}

export function useInviteMember() {
  const { t } = useTranslation('team');
  return useMutation({
    mutationFn: (body: z.input<typeof inviteRoutes.create.body>) => call(inviteRoutes.create, { body }),
    meta: { failed: t('invite.failed') },
    onSuccess: useInviteChange(),
  });
}

export function useCreateLink() {
  const { t } = useTranslation('team');
  return useMutation({
    mutationFn: () => call(inviteRoutes.createLink, { body: {} }),
    meta: { fallback: t('bulk.failed') },
    onSuccess: useInviteChange(),
    // The response contains the link, so it is dropped when the panel closes.
    gcTime: 0,
  });
}

export function useResendInvite() {
  const { t } = useTranslation('team');
  return useMutation({
    mutationFn: (id: string) => call(inviteRoutes.resend, { params: { id } }),
    meta: { failed: t('invite.failed') },
    onSuccess: useInviteChange(),
  });
}

export function useApproveInvite() {
  return useMutation({
    mutationFn: (id: string) => call(inviteRoutes.approve, { params: { id } }),
    onSuccess: useInviteChange(),
  });
}

export function useRevokeInvite() {
  return useMutation({
    mutationFn: (id: string) => call(inviteRoutes.revoke, { params: { id } }),
    onSuccess: useInviteChange(),
  });
}

export function useBulkInvite() {
  const { t } = useTranslation('team');
  return useMutation({
    mutationFn: async (file: File) =>
      (await upload(inviteRoutes.bulk.response, 'team/invites/bulk', file)).data,
    meta: { fallback: t('bulk.failed') },
    onSuccess: useInviteChange(),
  });
}

export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(inviteRoutes.lookUp, { body: { token }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  });
}

export function useAcceptInvite() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(inviteRoutes.accept, { body: { token } }),
    meta: { quiet: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: meKey }),
  });
}

/** Whether the address of an invitation email receives further ones. */
export const useChooseInvitations = (token: string) =>
  useMutation({
    mutationFn: (invitations: boolean) =>
      call(mailRoutes.chooseInvitations, { body: { token, invitations } }),
  });
