import { proofRoutes } from '@rowcast/contracts/http/people/proof';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '@/shared/lib/http/call.ts';

type Proof = z.input<typeof proofRoutes.give.body>;

/** Always refetched, because another tab may have enabled an authenticator. */
export const useProofMethods = () =>
  useQuery({
    queryKey: ['proof'],
    queryFn: ({ signal }) => call(proofRoutes.get, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const useSendProofCode = () => useMutation({ mutationFn: () => call(proofRoutes.sendCode, {}) });

export const useSubmitProof = () =>
  useMutation({ mutationFn: (proof: Proof) => call(proofRoutes.give, { body: proof }) });
