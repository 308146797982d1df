import {
  type PredictionResponse,
  predictionResponse,
} from '@rowcast/contracts/domain/predictions/prediction';
import { errorBody, type FieldProblem } from '@rowcast/contracts/errors/body';
import { fieldSentence } from './field-sentence.ts';
import type { Answer, TestRequest } from './send.ts';

export interface FieldNote {
  tone: 'error' | 'warning';
  message: string;
}

/** A response with its request. */
export interface TestExchange {
  request: TestRequest;
  answer: Answer;
}

/** The response, if it still matches the text and the deployed model. */
export function matchingResponse(
  text: string,
  version: number,
  answered: TestExchange | undefined,
): Answer | undefined {
  if (answered?.request.text !== text) return undefined;
  const by = readPredictions(answered.answer)?.model.version ?? `v${version}`;
  return by === `v${version}` ? answered.answer : undefined;
}

export const readPredictions = (answer: Answer): PredictionResponse | null =>
  predictionResponse.safeParse(answer.body).data ?? null;

export function readProblem(
  answer: Answer,
): { code: string; message: string; fields: FieldProblem[] } | null {
  const body = errorBody.safeParse(answer.body);
  if (!body.success) return null;
  return { code: body.data.error.code, message: body.data.message, fields: body.data.fields ?? [] };
}

/** Whether a field note, which is translated, already says everything the error says. */
export const isCoveredByNote = ({
  code,
  message,
  fields,
}: NonNullable<ReturnType<typeof readProblem>>): boolean =>
  code === 'INSTANCES_INVALID' && fields.some((each) => each.code && each.message === message);

/** Rejected requests are warnings; red is for failures. */
export const problemTone = ({ status }: Pick<Answer, 'status'>): string =>
  status < 500 ? 'text-yellow' : 'text-red';

/** The response's notes on the fields of the first row. */
export function fieldNotes(answer: Answer | undefined): Record<string, FieldNote> {
  if (!answer) return {};
  const warnings = readPredictions(answer)?.warnings ?? [];
  const problems = readProblem(answer)?.fields ?? [];
  const notes: Record<string, FieldNote> = {};
  for (const note of warnings)
    if (note.row === 0) notes[note.field] = { tone: 'warning', message: fieldSentence(note) };
  for (const note of problems)
    if ((note.row ?? 0) === 0) notes[note.field] = { tone: 'error', message: fieldSentence(note) };
  return notes;
}

/** Most likely first. */
export const ranked = (probabilities: Record<string, number>): [string, number][] =>
  Object.entries(probabilities).sort((a, b) => b[1] - a[1]);
