import type { activityKinds } from '@rowcast/contracts/domain/people/activity';
import { activityRoutes } from '@rowcast/contracts/http/people/activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@/shared/lib/http/call.ts';
import { activityKey } from './keys.ts';

export type ActivityKind = (typeof activityKinds)[number];

export function useActivity(workspace: string, kind: ActivityKind) {
  return useInfiniteQuery({
    queryKey: [...activityKey, workspace, kind],
    queryFn: ({ pageParam, signal }) =>
      call(activityRoutes.list, { query: { kind, ...(pageParam > 0 && { cursor: pageParam }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
