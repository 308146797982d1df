import type { Schema } from './example-schema.ts';
import { plausible } from './example-values.ts';

const isNull = ({ type }: Schema) => type === 'null';

/** What a call looks like that keeps a schema: everything that must be there and, where asked for, all that may be. */
export function exampleOf(
  schema: Schema,
  named: Record<string, Schema>,
  { all = true, field = '', inside = [] as readonly string[] } = {},
): unknown {
  const go = (next: Schema, name = field) => exampleOf(next, named, { all, field: name, inside });
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return exampleOf(named[name] ?? {}, named, { all, field, inside: [...inside, name] });
  }
  const { examples, enum: values } = schema as { examples?: unknown[]; enum?: unknown[] };
  if (examples?.length) return examples[0];
  if ('const' in schema) return schema.const;
  if (values?.length) return values[0];
  if ('default' in schema) return schema.default;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => go(part)));
  const options = (schema.anyOf ?? schema.oneOf)?.filter((option) => !isNull(option));
  if (options) return options[0] ? go(options[0]) : null;
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (type === 'array') return isWithin(schema.items, inside) ? [] : [go(schema.items ?? {})];
  if (type === 'object' || schema.properties) return objectOf(schema, go, { all, inside });
  return plausible(field, type, schema);
}

/** A schema that holds itself ends at its second turn. */
const isWithin = (schema: Schema | undefined, inside: readonly string[]) =>
  inside.includes(schema?.$ref?.split('/').at(-1) ?? '');

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  go: (schema: Schema, field: string) => unknown,
  { all, inside }: { all: boolean; inside: readonly string[] },
): Record<string, unknown> {
  const fields = Object.entries(properties).filter(
    ([field, schema]) => required.includes(field) || (all && !isWithin(schema, inside)),
  );
  const open = additionalProperties && typeof additionalProperties === 'object';
  if (fields.length === 0 && open) return { age: go(additionalProperties as Schema, 'age') };
  return Object.fromEntries(fields.map(([field, schema]) => [field, go(schema, field)]));
}
