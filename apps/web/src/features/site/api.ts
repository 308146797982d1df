import { supportRoutes } from '@rowcast/contracts/http/people/support';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/shared/lib/http/call.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';

/** Kept for good: to forget it again, the build that draws this page ahead would wait for minutes. */
const kept = Number.POSITIVE_INFINITY;

/** Public pages have no provider of queries around them. */
export const useSupport = () =>
  useQuery(
    {
      queryKey: ['support'],
      queryFn: ({ signal }) => call(supportRoutes.get, { signal }),
      staleTime: kept,
      gcTime: kept,
    },
    queryClient,
  );
