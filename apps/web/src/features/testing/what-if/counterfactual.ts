import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askedKeys } from '../keys.ts';
import type { Row } from '../request/request-body.ts';
import type { Decider } from './decision.ts';
import { askRows } from './what-if.ts';

/** What the nearest row is to be answered; empty for any other class. */
export type Goal = { prediction: string } | { atLeast: number } | { atMost: number } | Record<string, never>;

/** Looks for the nearest row once it is told to, and again when another field is to stay as it is. */
export function useNearest({ apiId, version }: Decider, row: Row, goal: Goal, fixed: readonly string[]) {
  const search = JSON.stringify([row, goal]);
  const [wanted, setWanted] = useState<string>();
  const query = useQuery({
    queryKey: [...askedKeys.nearest(apiId), version, search, fixed],
    queryFn: ({ signal }) =>
      askRows(apiId, { instances: [row], options: { counterfactual: { ...goal, fixed } } }, signal),
    enabled: wanted === search,
    // Another row, or another goal, has an answer of its own.
    placeholderData: (found, asked) => (asked?.queryKey.includes(search) ? found : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { ...query, find: () => (wanted === search ? void query.refetch() : setWanted(search)) };
}
