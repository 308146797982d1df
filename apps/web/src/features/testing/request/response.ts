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

/** An answer, and the request that it belongs to. */
export interface Answered {
  request: TestRequest;
  answer: Answer;
}

/** The answer, while the text is still what was asked, and the model that predicted is the one deployed. */
export function answerTo(text: string, version: number, answered: Answered | undefined): Answer | undefined {
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

/** Whether a note, which there is in every language, says all that the error says. */
export const isToldBelow = ({
  code,
  message,
  fields,
}: NonNullable<ReturnType<typeof readProblem>>): boolean =>
  code === 'INSTANCES_INVALID' && fields.some((each) => each.code && each.message === message);

/** What was refused warns; red is left to what failed. */
export const problemTone = ({ status }: Pick<Answer, 'status'>): string =>
  status < 500 ? 'text-yellow' : 'text-red';

/** What the answer says about the fields of the first row, which the form shows. */
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
