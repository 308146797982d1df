import { settingsRoutes } from '@rowcast/contracts/http/people/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { withProof } from '@/features/security/index.ts';
import { type CallInput, call } from '@/shared/lib/http/call.ts';

const settingsKey = ['settings'] as const;

export const useSettings = () =>
  useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => call(settingsRoutes.get, { signal }) });

type Change = CallInput<typeof settingsRoutes.update>['body'];

/** The caller reports the error, because the message differs by tab. */
export function useSaveSettings(failed: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) => withProof(() => call(settingsRoutes.update, { body })),
    onSuccess: (settings) => queries.setQueryData(settingsKey, settings),
    meta: { failed },
  });
}
