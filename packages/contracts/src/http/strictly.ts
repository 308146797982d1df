import { z } from 'zod';
import { predictionRequest } from '../domain/predictions/prediction.ts';

type Schema = z.core.$ZodType;

/** Rows are read by policies of their own. */
const made = new WeakMap<Schema, Schema>([[predictionRequest, predictionRequest]]);

const isSchema = (part: unknown): part is Schema => part instanceof z.core.$ZodType;

/** A part of a definition with the schemas in it made strict; the same one where nothing had to be. */
function strictPart(part: unknown): unknown {
  if (isSchema(part)) return strictly(part);
  if (Array.isArray(part)) {
    const parts = part.map((each) => (isSchema(each) ? strictly(each) : each));
    return parts.every((each, at) => each === part[at]) ? part : parts;
  }
  return part;
}

function strictShape(shape: Record<string, Schema>): Record<string, Schema> {
  const fields = Object.entries(shape).map(([name, field]) => [name, strictly(field)] as const);
  return fields.every(([name, field]) => field === shape[name]) ? shape : Object.fromEntries(fields);
}

function changesOf(def: z.core.$ZodTypeDef): Record<string, unknown> {
  const parts = Object.entries(def).map(([key, part]) => {
    if (key === 'shape') return [key, part, strictShape(part as Record<string, Schema>)];
    return [key, part, strictPart(part)];
  });
  const changed = parts.filter(([, before, after]) => before !== after);
  const open = def.type === 'object' && !(def as z.core.$ZodObjectDef).catchall;
  return {
    ...Object.fromEntries(changed.map(([key, , after]) => [key, after])),
    ...(open && { catchall: z.never() }),
  };
}

/** The same schema, in which no object takes a property that it does not name. */
export function strictly<T extends Schema>(schema: T): T {
  const known = made.get(schema);
  if (known) return known as T;
  const { def } = schema._zod;
  const changes = changesOf(def);
  if (Object.keys(changes).length === 0) {
    made.set(schema, schema);
    return schema;
  }
  const strict = z.core.clone(schema, z.core.util.mergeDefs(def, changes) as typeof def);
  made.set(schema, strict).set(strict, strict);
  const reported = z.globalRegistry.get(schema);
  if (reported)
    z.globalRegistry.add(strict, { ...reported, ...(reported.id && { id: `${reported.id}Input` }) });
  return strict as T;
}
