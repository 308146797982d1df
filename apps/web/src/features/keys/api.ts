import { type createKeyBody, keyRoutes } from '@rowcast/contracts/http/apis/keys';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '@/shared/lib/http/call.ts';
import { keyKeys } from './keys.ts';

export function useKeys(apiId: string) {
  return useQuery({
    queryKey: keyKeys.list(apiId),
    queryFn: async ({ signal }) => (await call(keyRoutes.list, { params: { id: apiId }, signal })).data,
  });
}

export function useCreateKey(apiId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof createKeyBody>) =>
      call(keyRoutes.create, { params: { id: apiId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyKeys.list(apiId) }),
    // The response contains the key, so it is dropped when the dialog closes.
    gcTime: 0,
  });
}

export function useRotateKey(apiId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ keyId, overlapSeconds }: { keyId: string; overlapSeconds: number }) =>
      call(keyRoutes.rotate, { params: { id: apiId, keyId }, body: { overlapSeconds } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyKeys.list(apiId) }),
    gcTime: 0,
  });
}

export function useRevokeKey(apiId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => call(keyRoutes.revoke, { params: { id: apiId, keyId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyKeys.list(apiId) }),
  });
}
