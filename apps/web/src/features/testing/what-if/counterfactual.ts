import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { predictionKeys } from '../keys.ts';
import type { Row } from '../request/request-body.ts';
import type { DecisionRule } from './decision.ts';
import { predictRows } from './what-if.ts';

/** The desired prediction; empty for any other class. */
export type Goal = { prediction: string } | { atLeast: number } | { atMost: number } | Record<string, never>;

/** Searches for the smallest change on request, and again when the fixed fields change. */
export function useCounterfactual(
  { apiId, version }: DecisionRule,
  row: Row,
  goal: Goal,
  fixed: readonly string[],
) {
  const search = JSON.stringify([row, goal]);
  const [requested, setRequested] = useState<string>();
  const query = useQuery({
    queryKey: [...predictionKeys.nearest(apiId), version, search, fixed],
    queryFn: ({ signal }) =>
      predictRows(apiId, { instances: [row], options: { counterfactual: { ...goal, fixed } } }, signal),
    enabled: requested === search,
    // Another row or goal has its own result.
    placeholderData: (found, previous) => (previous?.queryKey.includes(search) ? found : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { ...query, find: () => (requested === search ? void query.refetch() : setRequested(search)) };
}
