import { type FieldPolicies, type FieldSchema, headerJson } from '@rowcast/contracts';

/** Field policies as the model server's header; empty for the defaults. */
export function policyHeaderOf({ inputPolicy: mode, oddValues = {} }: FieldPolicies): string {
  const actions = Object.entries(oddValues.fields ?? {}).filter(([, each]) => Object.keys(each).length > 0);
  if (actions.length === 0 && Object.keys(oddValues.default ?? {}).length === 0)
    return mode === 'strict' ? mode : '';
  return headerJson({ mode, default: oddValues.default ?? {}, fields: Object.fromEntries(actions) });
}

/** Fields in the policy that the model does not read. */
export function ignoredFields({ oddValues }: FieldPolicies, fields: readonly FieldSchema[]): string[] {
  const known = new Set(fields.map(({ name }) => name));
  return Object.entries(oddValues?.fields ?? {})
    .filter(([name, actions]) => !known.has(name) && Object.keys(actions).some((each) => each !== 'extra'))
    .map(([name]) => name);
}

const maxNamed = 5;

/** The first names, for a sentence. */
export const someOf = (names: readonly string[]): string =>
  [...names.slice(0, maxNamed), ...(names.length > maxNamed ? ['…'] : [])].join(', ');

export function whyIgnored(fields: readonly string[]): string {
  const named = fields.slice(0, maxNamed).map((name) => `"${name}"`);
  const more = fields.length > maxNamed ? ` and ${fields.length - maxNamed} more` : '';
  return `The rules for unexpected values in ${named.join(', ')}${more} are ignored: this model does not use them.`;
}
