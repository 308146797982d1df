import { expect, test } from 'vitest';
import { z } from 'zod';
import { strictly } from '../src/http/strictly.ts';
import { allRoutes, predictionRequest, type RouteContract, screenRoutes, userRoutes } from '../src/index.ts';

type Node = z.core.JSONSchema.BaseSchema;

const routes: readonly RouteContract[] = [
  ...allRoutes,
  ...Object.values(screenRoutes),
  ...Object.values(userRoutes),
];
const given = routes.flatMap(({ id, body, query }) =>
  [body, query].flatMap((schema) => (schema && schema !== predictionRequest ? [{ id, schema }] : [])),
);

const nodes = (value: unknown): Node[] => {
  if (Array.isArray(value)) return value.flatMap(nodes);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Node, ...Object.values(value).flatMap(nodes)];
};
const asSent = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
/** Rows are read by policies of their own. */
const ofRows = ['PredictionRequest', ...Object.keys(asSent(predictionRequest).$defs ?? {})];
function open(schema: z.ZodType): Node[] {
  const { $defs = {}, ...sent } = asSent(schema);
  const named = Object.entries($defs).filter(([name]) => !ofRows.includes(name));
  return nodes([sent, Object.fromEntries(named)]).filter(
    ({ type, properties, additionalProperties }) =>
      type === 'object' && properties && additionalProperties !== false,
  );
}

test('no object that a call takes has room for properties that it does not name', () => {
  expect(given.filter(({ schema }) => open(schema).length > 0).length).toBeGreaterThan(20);
  for (const { id, schema } of given) expect(open(strictly(schema)), id).toEqual([]);
});

test('what a schema names it takes as before, with its defaults and its own sentences', () => {
  const place = z.object({ city: z.string().default('Pune') }).refine(({ city }) => city !== 'Atlantis', {
    path: ['city'],
    message: 'No such city',
  });
  const form = strictly(z.object({ places: z.array(place.optional()), note: z.string().nullish() }));
  expect(form.parse({ places: [{}, undefined], note: null })).toEqual({
    places: [{ city: 'Pune' }, undefined],
    note: null,
  });
  const { error } = form.safeParse({ places: [{ city: 'Atlantis', town: 1 }], notes: '' });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['places.0', 'Unrecognized key: "town"'],
    ['places.0.city', 'No such city'],
    ['', 'Unrecognized key: "notes"'],
  ]);
});
