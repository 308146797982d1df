import { z } from 'zod';

/** What may be odd about a value: what else is said of a field holds of a value that is there. */
export const oddCases = ['null', 'missing', 'unseen', 'range', 'type', 'extra'] as const;
export type OddCase = (typeof oddCases)[number];

export const oddActions = ['reject', 'impute', 'warn', 'ignore'] as const;
export type OddAction = (typeof oddActions)[number];

/** A field that the model does not read has no place for a typical value. */
export const extraActions = oddActions.filter((action) => action !== 'impute');

const action = z.enum(oddActions);

export const oddValueActions = z
  .strictObject({
    null: action.describe('sent as null'),
    missing: action.describe('not sent'),
    unseen: action.describe('a category not seen in training'),
    range: action.describe('a number or date outside the training range'),
    type: action.describe('a value of the wrong type'),
    extra: z.enum(extraActions).describe('a field that the model does not use'),
  })
  .partial()
  .meta({ id: 'OddValueActions' });
export type OddValueActions = z.infer<typeof oddValueActions>;

/** They are sent along with every call to the model server, in a header. */
const mostFields = 500;
const mostCharacters = 32_000;

/** JSON in what a header can hold whatever carries it: six characters for each beyond plain ASCII. */
export const headerJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const oddValues = z
  .strictObject({
    default: oddValueActions.optional().describe('for every field'),
    fields: z
      .record(z.string().min(1).max(200), oddValueActions)
      .optional()
      .describe(
        'by field name, taking precedence over the default; fields that the deployed model does not use are ignored',
      ),
  })
  .refine(
    ({ fields = {} }) => Object.keys(fields).length <= mostFields,
    `Set rules for at most ${mostFields} fields`,
  )
  .refine(
    (value) => headerJson(value).length <= mostCharacters,
    `Rules are too long: use at most ${mostCharacters} characters in total, where each non-ASCII character counts as six. Remove some fields.`,
  )
  .meta({
    id: 'OddValues',
    description:
      'How unexpected values are handled. reject: reject the row with 422; impute: use a typical value, with a warning; warn: predict with a warning; ignore: predict without a warning. Cases not listed follow inputPolicy.',
  });
export type OddValues = z.infer<typeof oddValues>;

/** What happens where nobody says anything. Null: a gap is read as in training, with a warning where that saw none. */
export function usualAction(inputPolicy: 'lenient' | 'strict', oddCase: OddCase): OddAction | null {
  if (oddCase === 'type') return 'reject';
  if (oddCase === 'null') return null;
  return inputPolicy === 'strict' ? 'reject' : 'warn';
}

/** What a row is read by: the lenient or strict of an API, and what else its settings say. */
export interface OddPolicy {
  inputPolicy: 'lenient' | 'strict';
  oddValues?: OddValues | undefined;
}

/**
 * What is done in one case of a field: as is said of it, else of all fields, else as usual. Without a name as of all
 * fields; null: as in training.
 */
export const actionOf = (
  { inputPolicy, oddValues: { default: all, fields } = {} }: OddPolicy,
  oddCase: OddCase,
  name: string | null,
): OddAction | null =>
  (name === null ? undefined : fields?.[name]?.[oddCase]) ??
  all?.[oddCase] ??
  usualAction(inputPolicy, oddCase);
