import { expect, test } from 'vitest';
import { allRoutes, type ErrorCode, errorCatalogue, RowcastError } from '../src/index.ts';

test('no two calls share an id, or a method and a path', () => {
  const unique = (names: string[]) => expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  unique(allRoutes.map(({ id }) => id));
  unique(allRoutes.map(({ method, path }) => `${method} ${path}`));
});

test('every part of a path is described', () => {
  for (const { path, params } of allRoutes) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    expect(Object.keys(params?.shape ?? {}).sort(), path).toEqual(named.sort());
  }
});

test('every call lists existing errors, and a missing session is one of them', () => {
  for (const { id, auth, errors } of allRoutes) {
    for (const code of errors) expect(Object.keys(errorCatalogue), id).toContain(code);
    if (auth === 'session') expect(errors, id).toContain('UNAUTHENTICATED');
  }
});

test('every error has a status of its kind and a whole sentence', () => {
  for (const [code, { status, message }] of Object.entries(errorCatalogue)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(status, code).toBeLessThan(600);
    expect(message, code).toMatch(/^[A-Z].{8,}/);
  }
});

test('an error carries the sentence of its code unless the case has more to say', () => {
  const code: ErrorCode = 'NOT_FOUND';
  expect(new RowcastError(code).message).toBe(errorCatalogue[code].message);
  expect(new RowcastError(code, { message: 'There is no such table.' }).message).toBe(
    'There is no such table.',
  );
});
