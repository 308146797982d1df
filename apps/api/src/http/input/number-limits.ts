import { z } from 'zod';

type Node = z.core.JSONSchema.BaseSchema;
type Issue = z.core.$ZodRawIssue;

const converted = new WeakMap<z.ZodType, Node>();

function jsonSchemaOf(schema: z.ZodType): Node {
  const known =
    converted.get(schema) ??
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  converted.set(schema, known);
  return known;
}

function childOf(node: Node | undefined, step: PropertyKey): Node | undefined {
  const child = typeof step === 'number' ? node?.items : node?.properties?.[String(step)];
  return typeof child === 'object' && !Array.isArray(child) ? child : undefined;
}

function isOfNumber(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return issue.expected === 'number' || issue.expected === 'int';
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return false;
  return issue.origin === 'number' || issue.origin === 'int';
}

/** What a number in the schema may be, as a sentence that names it; nothing where it has no two limits. */
export function numberLimits(schema: z.ZodType, issue: Issue): string | undefined {
  const { path = [] } = issue;
  if (!isOfNumber(issue)) return undefined;
  const node = path.reduce<Node | undefined>(childOf, jsonSchemaOf(schema));
  const low = node?.minimum ?? node?.exclusiveMinimum;
  const high = node?.maximum;
  if (low === undefined || high === undefined || high >= Number.MAX_SAFE_INTEGER) return undefined;
  const kind = node?.type === 'integer' ? 'whole number' : 'number';
  const from = node?.minimum === undefined ? `above ${low}` : `from ${low}`;
  return `${String(path.at(-1))} must be a ${kind} ${from} to ${high}`;
}
