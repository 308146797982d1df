import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import {
  actionOf,
  type OddAction,
  type OddCase,
  type OddPolicy,
  type OddValueActions,
  type OddValues,
} from '@rowcast/contracts/domain/predictions/field-policies';

/** A row of the table. The first applies to all fields and has no name. */
export interface OddRow {
  name: string | null;
  /** Null for the default row, and for a field that the model does not use. */
  field: FieldSchema | null;
}

/** The default row, then the fields with overrides. */
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

/** Whether a case can occur for a field. */
export const canHappen = ({ field }: OddRow, oddCase: OddCase): boolean =>
  !field || (kinds[oddCase]?.includes(field.kind) ?? true);

/** The policy is fixed because the model requires the field. */
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

/** The inherited policy; null means as in training. */
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

/** Stores only the differences from the default. */
export const deviations = (value: OddValues): OddValues => ({
  ...value,
  fields: Object.fromEntries(
    Object.entries(value.fields ?? {}).filter(([, actions]) => Object.keys(actions).length > 0),
  ),
});
