import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import type { PredictionResponse } from '@rowcast/contracts/domain/predictions/prediction';
import { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '@/shared/lib/http/call.ts';
import { useDebounced } from '@/shared/lib/live/use-debounced.ts';
import { predictionKeys } from '../keys.ts';
import type { Row } from '../request/request-body.ts';
import { problemTone, ranked, readPredictions, readProblem } from '../request/response.ts';
import type { DecisionRule } from './decision.ts';

type Prediction = PredictionResponse['predictions'][number];

/** Requests predictions from the deployed model; returns the error if it rejects the rows. */
export async function predictRows(
  apiId: string,
  body: { instances: Row[]; options?: Row },
  signal: AbortSignal,
) {
  const answer = await call(apiRoutes.testEndpoint, {
    params: { id: apiId },
    body: JSON.stringify(body),
    signal,
  });
  const response = readPredictions(answer);
  return {
    response,
    decision: answer.decision,
    problem: response ? null : readProblem(answer),
    tone: problemTone(answer),
  };
}

/** Sends both rows in one call, so that the same model predicts both. */
export function useWhatIf({ apiId, version }: DecisionRule, start: Row, row: Row) {
  const settled = useDebounced(JSON.stringify([start, row]));
  return useQuery({
    queryKey: [...predictionKeys.whatIf(apiId), version, settled],
    queryFn: ({ signal }) => predictRows(apiId, { instances: JSON.parse(settled) as Row[] }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export const changedFields = (fields: readonly FieldSchema[], start: Row, row: Row): string[] =>
  fields.flatMap(({ name }) => (start[name] === row[name] ? [] : [name]));

/** The step of a slider: about a hundredth of its range, rounded. */
export function sliderStep({ integer, min, max }: Pick<FieldSchema, 'integer' | 'min' | 'max'>): number {
  const hundredth = ((max ?? 0) - (min ?? 0)) / 100;
  if (hundredth <= 0) return 1;
  const round = 10 ** Math.floor(Math.log10(hundredth));
  return integer ? Math.max(1, Math.round(round)) : round;
}

export interface ClassChange {
  label: string;
  before: number;
  after: number;
}

/** The most likely classes of both rows, with the change of their probabilities. */
export function classChanges(start: Prediction, now: Prediction, most = 5): ClassChange[] {
  const before = start.probabilities ?? {};
  const after = now.probabilities ?? {};
  const likeliest = ranked(
    Object.fromEntries(
      Object.keys(after).map((label) => [label, Math.max(after[label] ?? 0, before[label] ?? 0)]),
    ),
  );
  return likeliest
    .slice(0, most)
    .map(([label]) => ({ label, before: before[label] ?? 0, after: after[label] ?? 0 }))
    .sort((a, b) => b.after - a.after);
}
