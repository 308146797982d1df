import { z } from 'zod';
import { fieldNoteCode, fieldNoteParts } from '../domain/predictions/field-note.ts';

export const fieldProblem = z
  .object({
    field: z.string(),
    message: z.string(),
    row: z.number().int().optional().describe('row index, from 0, in the order sent'),
    line: z.number().int().optional().describe('line number, from 1, including blank lines and the header'),
    code: fieldNoteCode
      .optional()
      .describe(
        'code of the problem with a row field, option, policy or file, such as OPTION_RANGE, POLICY_CASE or QUOTE_OPENS',
      ),
    parts: fieldNoteParts.optional(),
  })
  .meta({
    id: 'FieldProblem',
    description: 'A problem with one field. Rows count from 0 in a body, lines from 1 in a file.',
  });
export type FieldProblem = z.infer<typeof fieldProblem>;

export const errorBody = z
  .object({
    error: z.object({ code: z.string() }),
    message: z.string(),
    detail: z.string(),
    requestId: z.string(),
    fields: z.array(fieldProblem).optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;

export const failure = errorBody
  .pick({ message: true, fields: true })
  .extend({ code: z.string() })
  .meta({ id: 'Failure', description: 'Why a job or deployment failed.' });
export type Failure = z.infer<typeof failure>;
