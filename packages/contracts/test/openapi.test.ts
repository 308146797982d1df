import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../src/generate/openapi.ts';
import { allRoutes, screenRoutes, userRoutes } from '../src/index.ts';

const document = openApiDocument();
const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {}));

describe('the OpenAPI document', () => {
  it('holds every call once, under a name of its own', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    const routes = [...allRoutes, ...Object.values(screenRoutes)].map(({ id }) => id);
    const ofScreens = Object.values(userRoutes).map(({ id }) => `${id}OfScreen`);
    const predictions = ['predict', 'predictStream', 'infer'];
    expect(names.sort()).toEqual([...routes, ...ofScreens, ...predictions].sort());
  });

  it('says of every call how it fails and who may make it', () => {
    for (const { operationId, responses, security } of operations) {
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['429', '500', '503']));
      expect(security, operationId).toBeDefined();
    }
  });

  it('is the one that is committed', () => {
    const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(document)));
  });
});
