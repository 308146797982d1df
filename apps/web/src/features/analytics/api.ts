import { analyticsRoutes } from '@rowcast/contracts/http/apis/analytics';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/shared/lib/http/call.ts';
import { analyticsKeys } from './keys.ts';

const dayMs = 86_400_000;

/** The last `days` days, up to today in UTC. */
export function useDailyFigures(apiId: string, days: number) {
  const from = new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10);
  return useQuery({
    queryKey: analyticsKeys.ofApi(apiId, from),
    queryFn: ({ signal }) => call(analyticsRoutes.ofApi, { params: { id: apiId }, query: { from }, signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === apiId ? before : undefined),
  });
}
