import type { User } from '@rowcast/contracts/domain/people/user';
import { user } from '@rowcast/contracts/domain/people/user';
import { userRoutes } from '@rowcast/contracts/http/people/account';
import { profileRoutes } from '@rowcast/contracts/http/people/profile';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { meKey } from '@/features/auth/index.ts';
import { withProof } from '@/features/security/index.ts';
import { type CallInput, call } from '@/shared/lib/http/call.ts';
import { upload } from '@/shared/lib/http/upload.ts';

const profileKey = ['profile'] as const;

function keep(queries: QueryClient, me: User): void {
  queries.setQueryData(meKey, me);
  void queries.invalidateQueries({ queryKey: profileKey });
}

type ProfileChange = CallInput<typeof profileRoutes.update>['body'];

/** Uploads the picture first, so that an unreadable one prevents the rest from being saved. */
async function saveProfile({ picture, ...body }: ProfileChange & { picture: File | null }): Promise<User> {
  if (picture) await upload(user, 'users/me/avatar', picture);
  return call(profileRoutes.update, { body });
}

export function useSaveProfile() {
  const queries = useQueryClient();
  const { t } = useTranslation('profile');
  return useMutation({
    mutationFn: saveProfile,
    onSuccess: (me) => keep(queries, me),
    meta: { failed: t('saveFailed') },
  });
}

export function useRemovePicture() {
  const queries = useQueryClient();
  const { t } = useTranslation('profile');
  return useMutation({
    mutationFn: () => call(profileRoutes.removeAvatar, {}),
    onSuccess: (me) => keep(queries, me),
    meta: { fallback: t('failed') },
  });
}

export function useProfileScreen() {
  return useQuery({ queryKey: profileKey, queryFn: ({ signal }) => call(userRoutes.get, { signal }) });
}

export function useSaveWebhook() {
  const queries = useQueryClient();
  const { t } = useTranslation('profile');
  return useMutation({
    mutationFn: (webhookUrl: string) => call(userRoutes.update, { body: { webhook_url: webhookUrl } }),
    onSuccess: (profile) => {
      queries.setQueryData(profileKey, profile);
      void queries.invalidateQueries({ queryKey: meKey });
    },
    meta: { failed: t('webhook.failed') },
  });
}

/** Changes that are confirmed by an e-mailed code. */
export const codeChanges = {
  email: {
    ask: (email: string) => withProof(() => call(profileRoutes.changeEmail, { body: { email } })),
    confirm: (email: string, otp: string) =>
      withProof(() => call(profileRoutes.confirmEmail, { body: { email, otp } })),
  },
  username: {
    ask: (username: string) => withProof(() => call(profileRoutes.changeUsername, { body: { username } })),
    confirm: (username: string, otp: string) =>
      withProof(() => call(profileRoutes.confirmUsername, { body: { username, otp } })),
  },
} as const;
export type CodeChange = keyof typeof codeChanges;

export function useRequestChange(kind: CodeChange) {
  const { t } = useTranslation('profile');
  return useMutation({ mutationFn: codeChanges[kind].ask, meta: { fallback: t('failed') } });
}

export function useConfirmChange(kind: CodeChange) {
  const queries = useQueryClient();
  const { t } = useTranslation('profile');
  return useMutation({
    mutationFn: ({ value, otp }: { value: string; otp: string }) => codeChanges[kind].confirm(value, otp),
    onSuccess: (me) => keep(queries, me),
    meta: { fallback: t('failed') },
  });
}
