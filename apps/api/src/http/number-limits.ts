import { z } from 'zod';

type Node = z.core.JSONSchema.BaseSchema;

function within(node: Node | undefined, step: PropertyKey): Node | undefined {
  const child = typeof step === 'number' ? node?.items : node?.properties?.[String(step)];
  return typeof child === 'object' && !Array.isArray(child) ? child : undefined;
}

/** What a number in the schema may be, as a sentence that names it; nothing where it has no two limits. */
export function numberLimits(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  const whole = z.toJSONSchema(schema, { unrepresentable: 'any', reused: 'inline' });
  const node = path.reduce<Node | undefined>(within, whole);
  const low = node?.minimum ?? node?.exclusiveMinimum;
  const high = node?.maximum;
  if (low === undefined || high === undefined || high >= Number.MAX_SAFE_INTEGER) return undefined;
  const kind = node?.type === 'integer' ? 'whole number' : 'number';
  const from = node?.minimum === undefined ? `above ${low}` : `from ${low}`;
  return `${String(path.at(-1))} must be a ${kind} ${from} to ${high}`;
}
