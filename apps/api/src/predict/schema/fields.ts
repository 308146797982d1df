import {
  type ApiSettings,
  actionOf,
  type DocumentedField,
  type FieldAction,
  type FieldSchema,
  type Report,
} from '@rowcast/contracts';

export const done: Record<FieldAction, string> = {
  reject: 'rejected',
  impute: 'replaced with a typical value, with a warning',
  warn: 'accepted with a warning',
  ignore: 'accepted without a warning',
};

const ofText = 'Some words of free text';

/**
 * The report as documents show it. Readers may not have access to the table, so cells of free text are not used as
 * examples.
 */
export const documented = (report: Report): Report => ({
  ...report,
  fields: report.fields.map((field) => (field.kind === 'text' ? { ...field, example: ofText } : field)),
});

/** A field of a row, as documents describe it. */
export interface ReadField extends Pick<DocumentedField, 'type' | 'actions' | 'said'> {
  field: FieldSchema;
}

function jsonType({ kind, integer }: FieldSchema): DocumentedField['type'] {
  if (kind === 'number') return integer ? 'integer' : 'number';
  return kind === 'boolean' ? 'boolean' : 'string';
}

const range = ({ low, high }: NonNullable<FieldSchema['clippedTo']>): string =>
  [low !== null && `at least ${low}`, high !== null && `at most ${high}`].filter(Boolean).join(' and ');

const measured: readonly FieldSchema['kind'][] = ['number', 'datetime', 'text'];

function actionsOf({ name, kind, required }: FieldSchema, settings: ApiSettings): DocumentedField['actions'] {
  return {
    null: required ? 'reject' : actionOf(settings, 'null', name),
    missing: required ? 'reject' : actionOf(settings, 'missing', name),
    type: actionOf(settings, 'type', name),
    unseen: kind === 'category' ? actionOf(settings, 'unseen', name) : null,
    range: measured.includes(kind) ? actionOf(settings, 'range', name) : null,
  };
}

/** The values that a field accepts, and how unexpected values are handled. */
export function readField(field: FieldSchema, settings: ApiSettings): ReadField {
  const { kind, nullable, min, max, categories, categoryCount, ordered, filledWith, clippedTo, unit } = field;
  const actions = actionsOf(field, settings);
  const others = (action: FieldAction | null) => `others are ${done[action ?? 'warn']}`;
  const said = [
    kind === 'category' && `One of ${categoryCount} values seen in training; ${others(actions.unseen)}.`,
    ordered && `From low to high: ${categories.join(', ')}.`,
    unit && `A number in ${unit}, or text formatted as in the training table.`,
    kind === 'text' && 'Free text; only the first 1,000 words are used.',
    kind === 'boolean' &&
      'As text also yes and no (in English, German, French or Spanish), y and n, t and f, on and off, 1 and 0.',
    kind === 'datetime' &&
      'An ISO 8601 date or time, or the format of the training table; UTC if no time zone is given.',
    filledWith !== undefined &&
      actions.null !== 'reject' &&
      `Missing values are replaced with ${filledWith}, as in training.`,
    clippedTo && `Clipped to ${range(clippedTo)}, as in training.`,
    kind === 'number' &&
      min !== null &&
      max !== null &&
      `From ${min} to ${max} in training; ${others(actions.range)}.`,
    nullable && actions.null && `A null is ${done[actions.null]}.`,
    nullable &&
      actions.missing !== 'warn' &&
      actions.missing &&
      `Rows without the field are ${done[actions.missing]}.`,
    actions.type !== 'reject' &&
      actions.type &&
      `A value of another type counts as missing and is ${done[actions.type]}.`,
  ].filter(Boolean);
  return { field, type: jsonType(field), actions, said: said.join(' ') };
}
