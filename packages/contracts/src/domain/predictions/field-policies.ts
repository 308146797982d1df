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
    null: action.describe('sent without a value'),
    missing: action.describe('not sent'),
    unseen: action.describe('a category that training never saw'),
    range: action.describe('a number or date outside of what training saw'),
    type: action.describe('a value that is not of the type of its field'),
    extra: z.enum(extraActions).describe('a field that the model does not read'),
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
    default: oddValueActions.optional().describe('of every field'),
    fields: z
      .record(z.string().min(1).max(200), oddValueActions)
      .optional()
      .describe('by name, before the default; what the deployed model does not read is passed over'),
  })
  .refine(
    ({ fields = {} }) => Object.keys(fields).length <= mostFields,
    `At most ${mostFields} fields can be named`,
  )
  .refine(
    (value) => headerJson(value).length <= mostCharacters,
    `Name fewer fields: all of it may take ${mostCharacters} characters, and each beyond plain ASCII counts as six`,
  )
  .meta({
    id: 'OddValues',
    description:
      'What becomes of odd values. reject refuses the row with 422; impute takes a typical value, with a warning; warn answers with a warning; ignore without. What is not named is as inputPolicy has it.',
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
