import { z } from 'zod';

/** The ways in which a value can be unexpected. */
export const unexpectedCases = ['null', 'missing', 'unseen', 'range', 'type', 'extra'] as const;
export type UnexpectedCase = (typeof unexpectedCases)[number];

export const fieldActions = ['reject', 'impute', 'warn', 'ignore'] as const;
export type FieldAction = (typeof fieldActions)[number];

/** A field that the model does not use cannot be imputed. */
export const extraActions = fieldActions.filter((action) => action !== 'impute');

const action = z.enum(fieldActions);

export const fieldPolicyActions = z
  .strictObject({
    null: action.describe('sent as null'),
    missing: action.describe('not sent'),
    unseen: action.describe('a category not seen in training'),
    range: action.describe('a number or date outside the training range'),
    type: action.describe('a value of the wrong type'),
    extra: z.enum(extraActions).describe('a field that the model does not use'),
  })
  .partial()
  .meta({ id: 'FieldPolicyActions' });
export type FieldPolicyActions = z.infer<typeof fieldPolicyActions>;

/** Limits: the rules are sent in a header with every call to the model server. */
const maxFields = 500;
const maxCharacters = 32_000;

/** JSON that is safe in a header: each non-ASCII character becomes a six-character escape. */
export const headerJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const oddValues = z
  .strictObject({
    default: fieldPolicyActions.optional().describe('for every field'),
    fields: z
      .record(z.string().min(1).max(200), fieldPolicyActions)
      .optional()
      .describe(
        'by field name, taking precedence over the default; fields that the deployed model does not use are ignored',
      ),
  })
  .refine(
    ({ fields = {} }) => Object.keys(fields).length <= maxFields,
    `Set rules for at most ${maxFields} fields`,
  )
  .refine(
    (value) => headerJson(value).length <= maxCharacters,
    `Rules are too long: use at most ${maxCharacters} characters in total, where each non-ASCII character counts as six. Remove some fields.`,
  )
  .meta({
    id: 'FieldPolicySettings',
    description:
      'How unexpected values are handled. reject: reject the row with 422; impute: use a typical value, with a warning; warn: predict with a warning; ignore: predict without a warning. Cases not listed follow inputPolicy.',
  });
export type FieldPolicySettings = z.infer<typeof oddValues>;

/** The default action; null: as in training, with a warning if the field had no missing values there. */
export function defaultAction(
  inputPolicy: 'lenient' | 'strict',
  unexpectedCase: UnexpectedCase,
): FieldAction | null {
  if (unexpectedCase === 'type') return 'reject';
  if (unexpectedCase === 'null') return null;
  return inputPolicy === 'strict' ? 'reject' : 'warn';
}

/** The settings of an API that decide how unexpected values are handled. */
export interface FieldPolicies {
  inputPolicy: 'lenient' | 'strict';
  oddValues?: FieldPolicySettings | undefined;
}

/**
 * The action for one case of a field: the field's own rule, else the rule for all fields, else the default. Without a
 * name, the rule for all fields applies. Null: as in training.
 */
export const actionOf = (
  { inputPolicy, oddValues: { default: all, fields } = {} }: FieldPolicies,
  unexpectedCase: UnexpectedCase,
  name: string | null,
): FieldAction | null =>
  (name === null ? undefined : fields?.[name]?.[unexpectedCase]) ??
  all?.[unexpectedCase] ??
  defaultAction(inputPolicy, unexpectedCase);
