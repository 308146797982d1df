import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import {
  actionOf,
  type FieldAction,
  type FieldPolicies,
  type FieldPolicyActions,
  type FieldPolicySettings,
  type UnexpectedCase,
} from '@rowcast/contracts/domain/predictions/field-policies';

/** A row of the table. The first applies to all fields and has no name. */
export interface PolicyRow {
  name: string | null;
  /** Null for the default row, and for a field that the model does not use. */
  field: FieldSchema | null;
}

/** The default row, then the fields with overrides. */
export function rowsOf({ fields = {} }: FieldPolicySettings, known: readonly FieldSchema[]): PolicyRow[] {
  const named = Object.keys(fields).map((name) => ({
    name,
    field: known.find((field) => field.name === name) ?? null,
  }));
  return [{ name: null, field: null }, ...named];
}

const kinds: Partial<Record<UnexpectedCase, readonly FieldSchema['kind'][]>> = {
  unseen: ['category'],
  range: ['number', 'datetime', 'text'],
  extra: [],
};

/** Whether a case can occur for a field. */
export const canHappen = ({ field }: PolicyRow, unexpectedCase: UnexpectedCase): boolean =>
  !field || (kinds[unexpectedCase]?.includes(field.kind) ?? true);

/** The policy is fixed because the model requires the field. */
export const isFixed = ({ field }: PolicyRow, unexpectedCase: UnexpectedCase): boolean =>
  Boolean(field?.required) && (unexpectedCase === 'null' || unexpectedCase === 'missing');

export const actionIn = (
  { default: all, fields }: FieldPolicySettings,
  name: string | null,
  unexpectedCase: UnexpectedCase,
) => (name === null ? all : fields?.[name])?.[unexpectedCase];

function changed(
  actions: FieldPolicyActions,
  unexpectedCase: UnexpectedCase,
  action: FieldAction | null,
): FieldPolicyActions {
  const others = Object.entries(actions).filter(([each]) => each !== unexpectedCase);
  return Object.fromEntries(action ? [...others, [unexpectedCase, action]] : others);
}

export function withAction(
  { default: all = {}, fields = {} }: FieldPolicySettings,
  name: string | null,
  unexpectedCase: UnexpectedCase,
  action: FieldAction | null,
): FieldPolicySettings {
  if (name === null) return { default: changed(all, unexpectedCase, action), fields };
  return { default: all, fields: { ...fields, [name]: changed(fields[name] ?? {}, unexpectedCase, action) } };
}

/** The inherited policy; null means as in training. */
export const inherited = (
  value: FieldPolicySettings,
  name: string | null,
  unexpectedCase: UnexpectedCase,
  inputPolicy: FieldPolicies['inputPolicy'],
) =>
  actionOf({ inputPolicy, oddValues: withAction(value, name, unexpectedCase, null) }, unexpectedCase, name);

export const withField = (value: FieldPolicySettings, name: string): FieldPolicySettings => ({
  ...value,
  fields: { ...value.fields, [name]: {} },
});

export const withoutField = (value: FieldPolicySettings, name: string): FieldPolicySettings => ({
  ...value,
  fields: Object.fromEntries(Object.entries(value.fields ?? {}).filter(([each]) => each !== name)),
});

/** Stores only the differences from the default. */
export const deviations = (value: FieldPolicySettings): FieldPolicySettings => ({
  ...value,
  fields: Object.fromEntries(
    Object.entries(value.fields ?? {}).filter(([, actions]) => Object.keys(actions).length > 0),
  ),
});
