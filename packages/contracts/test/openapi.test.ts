import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../src/generate/openapi.ts';
import {
  allRoutes,
  errorBody,
  predictionOptions,
  predictionResponse,
  type RouteContract,
  screenRoutes,
  userRoutes,
} from '../src/index.ts';

type Shown = { content?: Record<string, { example?: unknown; examples?: object }> };

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

  it('describes every call and names every body, so that generated clients have types for them', () => {
    for (const { operationId, summary, description, requestBody, responses } of operations) {
      expect(summary?.length, operationId).toBeLessThan(61);
      expect(description, operationId).toMatch(/^[A-Z].*\.$/);
      const bodies = [requestBody, ...Object.values(responses)] as ({ content?: object } | undefined)[];
      for (const { schema } of bodies.flatMap((body) => Object.values(body?.content ?? {})))
        expect(schema, operationId).toHaveProperty('$ref');
    }
  });

  it('says of every call how it fails and who may make it', () => {
    for (const { operationId, responses, security } of operations) {
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['429', '500', '503']));
      expect(security, operationId).toBeDefined();
    }
  });

  it('shows of every call what may be sent and what is answered', () => {
    for (const route of allRoutes as readonly RouteContract[]) {
      const { requestBody, responses } = operations.find(({ operationId }) => operationId === route.id) ?? {};
      const examples = [
        [route.upload ? undefined : route.body, requestBody?.content],
        [route.response, responses?.[route.status]?.content],
      ] as const;
      for (const [schema, content] of examples)
        if (schema)
          expect(schema.safeParse(content?.['application/json']?.example).error, route.id).toBeUndefined();
    }
    const predict = document.paths?.['/api/v1/predict/{api}']?.post?.responses?.[200] as Shown;
    const example = predict.content?.['application/json']?.example;
    expect(predictionResponse.safeParse(example).error).toBeUndefined();
  });

  it('shows each error as it is answered', () => {
    const shown = Object.entries(document.components?.examples ?? {}) as [string, { value?: unknown }][];
    for (const [code, { value }] of shown) expect(errorBody.parse(value).error.code).toBe(code);
    for (const { operationId, responses } of operations)
      for (const [status, { content }] of Object.entries(responses) as [string, Shown][])
        if (Number(status) >= 400 && operationId !== 'infer')
          expect(Object.keys(content?.['application/json']?.examples ?? {}), operationId).not.toEqual([]);
  });

  it('names the headers of every answer, those of limits and repeats where they are sent', () => {
    const named = Object.keys(document.components?.headers ?? {});
    const headersOf = (path: string, status: number) =>
      Object.keys(document.paths?.[path]?.post?.responses?.[status]?.headers ?? {});
    for (const { operationId, responses } of operations)
      for (const { headers } of Object.values(responses) as { headers?: object }[]) {
        expect(Object.keys(headers ?? {}), operationId).toContain('X-Request-Id');
        expect(named, operationId).toEqual(expect.arrayContaining(Object.keys(headers ?? {})));
      }
    const limited = ['RateLimit', 'RateLimit-Policy'];
    for (const path of ['/api/v1/predict/{api}', '/api/v1/predict/{api}/stream', '/v2/models/{api}/infer']) {
      expect(headersOf(path, 200), path).toEqual(expect.arrayContaining(limited));
      expect(headersOf(path, 429), path).toEqual(expect.arrayContaining([...limited, 'Retry-After']));
      const isKept = !path.endsWith('/stream');
      expect(headersOf(path, 200).includes('Idempotent-Replayed'), path).toBe(isKept);
      const sent = document.paths?.[path]?.post?.parameters as { name: string }[];
      expect(
        sent.some(({ name }) => name === 'Idempotency-Key'),
        path,
      ).toBe(isKept);
    }
    expect(headersOf('/api/v1/apis', 429)).toContain('Retry-After');
  });

  it('names the options and the refusals of every way to ask', () => {
    const decisions = ['threshold', 'costs', 'policy'];
    const repeats = ['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_ANSWER_NOT_KEPT'];
    for (const [path, options, refusals] of [
      ['/api/v1/predict/{api}', [...Object.keys(predictionOptions.shape), 'policy'], repeats],
      ['/api/v1/predict/{api}/stream', ['interval', 'topK', ...decisions], []],
      ['/v2/models/{api}/infer', decisions, repeats],
    ] as const) {
      const { parameters = [], responses = {} } = document.paths?.[path]?.post ?? {};
      const inAddress = (parameters as { in: string; name: string }[]).filter((each) => each.in === 'query');
      expect(inAddress.map(({ name }) => name).sort(), path).toEqual([...options].sort());
      const reported = Object.values(responses).flatMap(({ description }) => description?.split(', '));
      expect(reported, path).toEqual(expect.arrayContaining(['OPTIONS_INVALID', ...refusals]));
    }
    const { InferRequest } = document.components?.schemas ?? {};
    expect(InferRequest).toHaveProperty('properties.parameters.properties.threshold');
  });

  it('is the one that is committed', () => {
    const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(document)));
  });
});
