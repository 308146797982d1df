import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askedKeys } from '../keys.ts';
import type { Row } from '../request/request-body.ts';
import type { Decider } from './decision.ts';
import { askRows } from './what-if.ts';

/** The desired prediction; empty for any other class. */
export type Goal = { prediction: string } | { atLeast: number } | { atMost: number } | Record<string, never>;

/** Searches for the smallest change on request, and again when the fixed fields change. */
export function useNearest({ apiId, version }: Decider, row: Row, goal: Goal, fixed: readonly string[]) {
  const search = JSON.stringify([row, goal]);
  const [wanted, setWanted] = useState<string>();
  const query = useQuery({
    queryKey: [...askedKeys.nearest(apiId), version, search, fixed],
    queryFn: ({ signal }) =>
      askRows(apiId, { instances: [row], options: { counterfactual: { ...goal, fixed } } }, signal),
    enabled: wanted === search,
    // Another row or goal has its own result.
    placeholderData: (found, asked) => (asked?.queryKey.includes(search) ? found : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { ...query, find: () => (wanted === search ? void query.refetch() : setWanted(search)) };
}
