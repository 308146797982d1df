import {
  type CleanStep,
  cleanStep,
  maxMarkers,
  maxReplaced,
  pinnedTypes,
} from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { ColumnProfile, ColumnType } from '@rowcast/contracts/domain/datasets/profile';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { formatExact, formatInteger } from '@/shared/lib/format/format.ts';
import { quoted } from '@/shared/lib/format/quoted.ts';
import { visibleOnly } from '@/shared/lib/forms/zod-form.ts';
import { spelled } from '../columns/date-format.ts';

type Words = TFunction<'datasets'>;
export const operations = [
  'drop_column',
  'impute',
  'filter_rows',
  'clip',
  'trim',
  'unify',
  'replace',
  'deduplicate',
  'keep_totals',
  'missing_markers',
  'parse_dates',
  'cast',
] as const satisfies readonly CleanStep['op'][];

/** Steps without a column. */
export const wholeTable: readonly CleanStep['op'][] = ['deduplicate', 'keep_totals'];

const maxRowNumbers = 20;

/** The first row numbers, followed by … if there are more. */
const numbered = (rows: readonly number[]) =>
  [
    ...rows.slice(0, maxRowNumbers).map((row) => formatInteger(row)),
    ...(rows.length > maxRowNumbers ? ['…'] : []),
  ].join(', ');

/** Such a step applies while the file is read, before all others. */
export const appliesWhileReading = ({ op }: CleanStep) =>
  ['cast', 'parse_dates', 'keep_totals', 'missing_markers'].includes(op);

const optionalNumber = z
  .string()
  .trim()
  .refine((text) => text === '' || Number.isFinite(Number(text)), 'Enter a number, such as 12.5');

/** The input type of a value that is compared with cells of this column type. Others are text. */
export const inputTypes: Partial<Record<ColumnType, 'number' | 'date'>> = {
  number: 'number',
  integer: 'number',
  datetime: 'date',
};

const written = {
  number: {
    test: (text: string) => Number.isFinite(Number(text)),
    message: 'Enter a number, such as 12.5',
  },
  date: {
    test: (text: string) => /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.test(text),
    message: 'Enter a date such as 2026-01-31 or 2026-01-31 23:59',
  },
};

/** The form schema: the fields of all steps, as text. */
const fields = z.object({
  op: z.enum(operations),
  column: z.string(),
  to: z.enum(pinnedTypes),
  strategy: z.enum(['median', 'mean', 'most_frequent', 'value']),
  condition: z.enum(['missing', 'equals', 'below', 'above']),
  value: z.string(),
  /** Values selected from the list, and typed ones, one per line. */
  values: z.array(z.string()),
  others: z.string(),
  /** Levels of an ordered category, lowest first; empty until they are ordered. */
  levels: z.array(z.string()),
  /** Columns to ignore when comparing rows. */
  ignoring: z.array(z.string()),
  low: optionalNumber,
  high: optionalNumber,
  formats: z.string(),
  /** Missing markers, one per line. */
  markers: z.string(),
});

const checked = (columns: readonly Pick<ColumnProfile, 'name' | 'type'>[]) =>
  fields.superRefine((values, context) => {
    const missing = (path: keyof typeof values, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!wholeTable.includes(values.op) && values.column === '') missing('column', 'Choose a column');
    if (values.op === 'clip' && values.low === '' && values.high === '')
      missing('low', 'Enter a minimum, a maximum or both');
    const replaced = values.op === 'replace' ? replacedValues(values).length : null;
    if (replaced === 0) missing('others', 'Choose or enter at least one value');
    if (replaced !== null && replaced > maxReplaced)
      missing('others', `Choose or enter at most ${maxReplaced} values`);
    if (needsValue(values) && values.value === '') missing('value', 'Enter a value');
    const type = columns.find(({ name }) => name === values.column)?.type;
    const form = type && inputTypes[type];
    const isCompared = needsValue(values) || values.op === 'replace';
    if (form && isCompared && values.value !== '' && !written[form].test(values.value))
      missing('value', written[form].message);
    if (values.op === 'missing_markers' && markersOf(values).length > maxMarkers)
      missing('markers', `Enter at most ${maxMarkers} values`);
    if (values.op === 'parse_dates' && !cleanStep.safeParse(toStep(values)).success)
      missing('formats', 'Enter date formats such as %d/%m/%Y, separated by semicolons');
  });

export type StepFormInput = z.input<typeof fields>;

export const emptyStep: StepFormInput = {
  op: 'drop_column',
  column: '',
  to: 'category',
  strategy: 'median',
  condition: 'missing',
  value: '',
  values: [],
  others: '',
  levels: [],
  ignoring: [],
  low: '',
  high: '',
  formats: '%d/%m/%Y',
  markers: '',
};

/** Validates against a table with these columns. */
export const stepForm = (columns: Parameters<typeof checked>[0] = []) =>
  visibleOnly(checked(columns), emptyStep, ({ op }) => (op === 'clip' ? [] : ['low', 'high']));

/** Whether the chosen step compares with or fills in a value. */
export const needsValue = ({
  op,
  strategy,
  condition,
}: Pick<StepFormInput, 'op' | 'strategy' | 'condition'>) =>
  (op === 'impute' && strategy === 'value') || (op === 'filter_rows' && condition !== 'missing');

const isOrdered = ({ to, levels }: Pick<StepFormInput, 'to' | 'levels'>) =>
  to === 'ordinal' && levels.length > 0;

const replacedValues = ({ values, others }: Pick<StepFormInput, 'values' | 'others'>) => [
  ...new Set([...values, ...others.split('\n')].filter((value) => value.trim() !== '')),
];

const markersOf = ({ markers }: Pick<StepFormInput, 'markers'>) => [
  ...new Set(markers.split('\n').filter((marker) => marker.trim() !== '')),
];

export function toStep(values: StepFormInput): CleanStep {
  const { op, column, value } = values;
  const given = needsValue(values) ? { value } : {};
  const end = (text: string) => (text.trim() === '' ? null : Number(text));
  switch (op) {
    case 'deduplicate':
      return { op, ...(values.ignoring.length > 0 && { ignoring: values.ignoring }) };
    case 'keep_totals':
      return { op };
    case 'drop_column':
    case 'trim':
    case 'unify':
      return { op, column };
    case 'cast':
      return { op, column, to: values.to, ...(isOrdered(values) && { levels: values.levels }) };
    case 'replace':
      return { op, column, values: replacedValues(values), by: value.trim() === '' ? null : value };
    case 'impute':
      return { op, column, strategy: values.strategy, ...given };
    case 'filter_rows':
      return { op, column, condition: values.condition, ...given };
    case 'clip':
      return { op, column, low: end(values.low), high: end(values.high) };
    case 'missing_markers':
      return { op, column, markers: markersOf(values) };
    case 'parse_dates':
      return { op, column, formats: values.formats.split(';').map((format) => format.trim()) };
  }
}

const maxListed = 10;
const listed = (values: readonly string[]) =>
  values
    .slice(0, maxListed)
    .map(quoted)
    .concat(values.length > maxListed ? '…' : [])
    .join(', ');

/** Levels from lowest to highest; a long list is shortened but includes the last. */
function inOrder(levels: readonly string[]): string {
  const many = levels.length > maxListed;
  return (many ? [...levels.slice(0, maxListed - 1), '…', ...levels.slice(-1)] : levels).join(' < ');
}

const inWords = (t: Words, formats: readonly string[]) =>
  formats.map((format) => spelled(t, format)).join('; ');

const clipKey = ({ low, high }: Extract<CleanStep, { op: 'clip' }>) =>
  high === null ? 'step.clipLow' : low === null ? 'step.clipHigh' : 'step.clip';

/** A short label for one of several interpretations of a column. */
export function choiceText(t: Words, step: CleanStep): string {
  if (step.op === 'parse_dates') return inWords(t, step.formats);
  if (step.op !== 'cast') return t(`operation.${step.op}`);
  if (!step.decimal) return t(`columnType.${step.to}`);
  return t(step.decimal === '.' ? 'choice.point' : 'choice.comma');
}

/** A short label for the step that fixes a finding. */
export const fixText = (t: Words, step: CleanStep): string =>
  step.op === 'cast' && step.to === 'category' ? t('choice.category') : t(`operation.${step.op}`);

export function stepText(t: Words, step: CleanStep): string {
  const words = { column: 'column' in step ? step.column : '' };
  switch (step.op) {
    case 'cast': {
      const read = { ...words, type: t(`columnType.${step.to}`) };
      if (step.levels) return t('step.castLevels', { ...read, levels: inOrder(step.levels) });
      return step.decimal
        ? t('step.castDecimal', { ...read, decimal: quoted(step.decimal) })
        : t('step.cast', read);
    }
    case 'drop_rows':
      return t('step.drop_rows', { rows: numbered(step.rows) });
    case 'impute':
      return t(`step.impute.${step.strategy}`, { ...words, value: step.value ?? '' });
    case 'filter_rows':
      return t(`step.filter_rows.${step.condition}`, {
        ...words,
        value: step.value ?? '',
        values: listed(step.values ?? []),
      });
    case 'replace':
      return t(step.by === null ? 'step.emptied' : 'step.replace', {
        ...words,
        values: listed(step.values),
        value: step.by ?? '',
      });
    case 'clip':
      return t(clipKey(step), {
        ...words,
        low: formatExact(step.low),
        high: formatExact(step.high),
      });
    case 'missing_markers':
      return t(step.markers.length > 0 ? 'step.missing_markers' : 'step.noMarkers', {
        ...words,
        values: listed(step.markers),
      });
    case 'parse_dates':
      return t('step.parse_dates', { ...words, formats: inWords(t, step.formats) });
    case 'deduplicate':
      return step.ignoring
        ? t('step.deduplicateIgnoring', { columns: listed(step.ignoring) })
        : t('step.deduplicate');
    default:
      return t(`step.${step.op}`, words);
  }
}
