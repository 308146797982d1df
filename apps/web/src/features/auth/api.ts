import { authRoutes } from '@rowcast/contracts/http/people/auth';
import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '@/shared/lib/http/call.ts';
import { clearSession, useSession } from '@/shared/lib/session/session.ts';

export const meKey = ['me'] as const;

const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: ({ signal }) => call(authRoutes.me, { signal }),
  staleTime: 300_000,
});

export function useMe() {
  return useQuery(meQuery);
}

/** Prefetches the current user before the screen renders. */
export function prefetchMe(queries: QueryClient): void {
  if (useSession.getState().signedIn) void queries.prefetchQuery(meQuery);
}

/** Signs out locally even if the server can't be reached, since the tokens are removed either way. */
export function useLogout() {
  return useMutation({
    mutationFn: () => call(authRoutes.logout, {}),
    meta: { quiet: true },
    onSettled: () => clearSession('signed-out'),
  });
}
