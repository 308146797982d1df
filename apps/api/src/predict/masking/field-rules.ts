import { type ColumnProfile, type LogFields, predictionOptions, type TableProfile } from '@rowcast/contracts';
import { isPersonalName } from './personal-names.ts';

/** `unknown`: nothing says what the values are. */
export type Visibility = 'show' | 'hide' | 'unknown';

export interface FieldRules {
  /** Of a member of a JSON object, or a column of CSV. */
  key(name: string): Visibility;
  /** Of a field that a warning, an error or an explanation is about. */
  field(name: string): Visibility;
  /** Names of lists whose elements are rows. */
  holdsRows: ReadonlySet<string>;
  /** In requests, which callers write as they like. The names in responses are ours. */
  hidesUnknown: boolean;
}

const holdsRows = new Set(['', 'inputs', 'instances', 'rows', 'records', 'data', 'outputs']);
const ofRequests = new Set([
  ...['', 'id', 'shape', 'datatype', 'columns', 'index', 'parameters', 'signature_name', 'content_type'],
  ...holdsRows,
  ...Object.keys(predictionOptions.shape),
]);

const byName = (name: string): Visibility => (isPersonalName(name) ? 'hide' : 'show');
/** If nothing is known about an API's fields. */
export const namesOnly: FieldRules = { key: byName, field: byName, holdsRows, hidesUnknown: false };

const maxLevels = 100;
const isInteger = (value: number) => Number.isInteger(value);
const personalFindings = new Set(['PERSONAL_DATA', 'IDENTIFIER_COLUMN', 'LONG_NUMBERS', 'CODES_AS_NUMBERS']);

/** Amounts, counts, yes/no and categories with values that many rows share. Texts, dates and identifiers are not. */
function isHarmless({ type, distinct, quantiles }: ColumnProfile, rows: number): boolean {
  if (type === 'boolean' || type === 'constant') return true;
  if (type === 'category' || type === 'ordinal')
    return distinct <= Math.max(2, Math.min(maxLevels, rows / 4));
  if (type !== 'number' && type !== 'integer') return false;
  // Long whole numbers of which each occurs once number something.
  const numbersSomething =
    quantiles.length > 0 &&
    quantiles.every(isInteger) &&
    (quantiles[0] ?? 0) >= 10_000 &&
    distinct > rows * 0.9;
  return !numbersSomething;
}

function columnsOf({ columns, rows, findings }: TableProfile): Map<string, Visibility> {
  const personal = new Set(
    findings.filter(({ code }) => personalFindings.has(code)).map(({ column }) => column),
  );
  return new Map(
    columns.map((column) => {
      const shown = !personal.has(column.name) && !isPersonalName(column.name) && isHarmless(column, rows);
      return [column.name, shown ? 'show' : 'hide'];
    }),
  );
}

/** Columns with what the log does by default: one must be harmless in every table that the models were trained on. */
export function columnDefaults(profiles: readonly TableProfile[]): Map<string, Visibility> {
  const known = new Map<string, Visibility>();
  for (const [name, visibility] of profiles.flatMap((profile) => [...columnsOf(profile)]))
    if (known.get(name) !== 'hide') known.set(name, visibility);
  return known;
}

/** What is shown of an API's payloads. */
export function fieldRulesOf(
  profiles: readonly TableProfile[],
  chosen: LogFields = {},
): { request: FieldRules; response: FieldRules } {
  const known = columnDefaults(profiles);
  const decided = (name: string) => (Object.hasOwn(chosen, name) ? chosen[name] : known.get(name));
  const field = (name: string): Visibility =>
    decided(name) ?? (isPersonalName(name) ? 'hide' : profiles.length > 0 ? 'unknown' : 'show');
  return {
    request: {
      key: (name) => decided(name) ?? (ofRequests.has(name) ? 'show' : field(name)),
      field,
      holdsRows,
      hidesUnknown: profiles.length > 0,
    },
    response: { key: (name) => decided(name) ?? byName(name), field, holdsRows, hidesUnknown: false },
  };
}
