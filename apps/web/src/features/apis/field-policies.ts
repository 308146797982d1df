import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import {
  actionOf,
  type OddAction,
  type OddCase,
  type OddPolicy,
  type OddValueActions,
  type OddValues,
} from '@rowcast/contracts/domain/predictions/field-policies';

/** A row of the table; the first speaks of all fields and has no name. */
export interface OddRow {
  name: string | null;
  /** Null for all fields, and for a field that the model does not read. */
  field: FieldSchema | null;
}

/** All fields, then those of which something is said. */
export function rowsOf({ fields = {} }: OddValues, known: readonly FieldSchema[]): OddRow[] {
  const named = Object.keys(fields).map((name) => ({
    name,
    field: known.find((field) => field.name === name) ?? null,
  }));
  return [{ name: null, field: null }, ...named];
}

const kinds: Partial<Record<OddCase, readonly FieldSchema['kind'][]>> = {
  unseen: ['category'],
  range: ['number', 'datetime', 'text'],
  extra: [],
};

/** Whether a case can happen to a field. */
export const canHappen = ({ field }: OddRow, oddCase: OddCase): boolean =>
  !field || (kinds[oddCase]?.includes(field.kind) ?? true);

/** Nobody can have it otherwise: the model needs the field. */
export const isFixed = ({ field }: OddRow, oddCase: OddCase): boolean =>
  Boolean(field?.required) && (oddCase === 'null' || oddCase === 'missing');

export const actionIn = ({ default: all, fields }: OddValues, name: string | null, oddCase: OddCase) =>
  (name === null ? all : fields?.[name])?.[oddCase];

function changed(actions: OddValueActions, oddCase: OddCase, action: OddAction | null): OddValueActions {
  const others = Object.entries(actions).filter(([each]) => each !== oddCase);
  return Object.fromEntries(action ? [...others, [oddCase, action]] : others);
}

export function withAction(
  { default: all = {}, fields = {} }: OddValues,
  name: string | null,
  oddCase: OddCase,
  action: OddAction | null,
): OddValues {
  if (name === null) return { default: changed(all, oddCase, action), fields };
  return { default: all, fields: { ...fields, [name]: changed(fields[name] ?? {}, oddCase, action) } };
}

/** What is done where a row says nothing; null: as in training. */
export const inherited = (
  value: OddValues,
  name: string | null,
  oddCase: OddCase,
  inputPolicy: OddPolicy['inputPolicy'],
) => actionOf({ inputPolicy, oddValues: withAction(value, name, oddCase, null) }, oddCase, name);

export const withField = (value: OddValues, name: string): OddValues => ({
  ...value,
  fields: { ...value.fields, [name]: {} },
});

export const withoutField = (value: OddValues, name: string): OddValues => ({
  ...value,
  fields: Object.fromEntries(Object.entries(value.fields ?? {}).filter(([each]) => each !== name)),
});

/** Only what differs from the default is kept. */
export const deviations = (value: OddValues): OddValues => ({
  ...value,
  fields: Object.fromEntries(
    Object.entries(value.fields ?? {}).filter(([, actions]) => Object.keys(actions).length > 0),
  ),
});
