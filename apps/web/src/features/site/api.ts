import { supportRoutes } from '@rowcast/contracts/http/people/support';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/shared/lib/http/call.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';

/** Never expires, because a cache timer would delay the prerendering build for minutes. */
const neverExpires = Number.POSITIVE_INFINITY;

/** Public pages have no query provider. */
export const useSupport = () =>
  useQuery(
    {
      queryKey: ['support'],
      queryFn: ({ signal }) => call(supportRoutes.get, { signal }),
      staleTime: neverExpires,
      gcTime: neverExpires,
    },
    queryClient,
  );
