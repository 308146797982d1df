import { overviewRoutes } from '@rowcast/contracts/http/apis/overview';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/shared/lib/http/call.ts';
import { overviewKey } from './keys.ts';

export function useOverview() {
  return useQuery({ queryKey: overviewKey, queryFn: ({ signal }) => call(overviewRoutes.get, { signal }) });
}
