import { z } from 'zod';
import { apiDocs } from '../../domain/apis/api-docs.ts';
import { apiId } from '../../domain/ids.ts';
import { defineRoute } from '../route.ts';

export const docsFormats = ['openapi', 'markdown'] as const;
export type DocsFormat = (typeof docsFormats)[number];

const base = { tag: 'Documentation', auth: 'session', params: z.object({ id: apiId }), status: 200 } as const;
const refusals = ['UNAUTHENTICATED', 'NOT_FOUND', 'API_NOT_DEPLOYED'] as const;

export const docsRoutes = {
  get: defineRoute({
    ...base,
    id: 'getApiDocs',
    method: 'get',
    path: '/apis/:id/docs',
    summary: 'Get the documentation of an API',
    description:
      'Returns fields, limits, errors and code snippets, with example predictions if the model server is reachable.',
    response: apiDocs,
    errors: refusals,
  }),
  generate: defineRoute({
    ...base,
    id: 'generateApiDocs',
    method: 'post',
    path: '/apis/:id/docs/generate',
    summary: 'Regenerate the documentation examples',
    description:
      'Returns the documentation with new example predictions. Fails if the model server is not reachable.',
    response: apiDocs,
    errors: [
      ...refusals,
      'FORBIDDEN',
      'MODEL_SERVER_UNAVAILABLE',
      'MODEL_SERVER_BUSY',
      'MODEL_SERVER_FAILED',
      'MODEL_UNAVAILABLE',
      'MODEL_SERVER_TIMEOUT',
      'MODEL_TOO_LARGE',
    ],
  }),
  export: defineRoute({
    ...base,
    id: 'exportApiDocs',
    method: 'get',
    path: '/apis/:id/docs/export',
    summary: 'Export the documentation of an API',
    description: 'Returns an OpenAPI document, or Markdown in English.',
    query: z.object({ format: z.enum(docsFormats).default('openapi') }),
    download: ['application/json', 'text/markdown'],
    errors: refusals,
  }),
} as const;
