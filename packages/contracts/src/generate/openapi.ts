import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { ErrorCode } from '../errors.ts';
import { headersNamed, responseHeaders, sessionErrorHeaders } from '../http/apis/prediction-headers.ts';
import { userRoutes } from '../http/people/account.ts';
import type { RouteContract } from '../http/route.ts';
import { allRoutes } from '../http/routes.ts';
import { screenRoutes } from '../http/screen.ts';
import { strictly } from '../http/strictly.ts';
import { errorExamples, errorResponses, json } from './error-responses.ts';
import { addExamples, type Document, openPath } from './examples.ts';
import { predictPaths } from './predict-paths.ts';

function requestBody(route: RouteContract) {
  if (!route.body) return {};
  const body = strictly(route.body);
  if (!route.upload) return { requestBody: { required: !body.safeParse({}).success, content: json(body) } };
  const fields = (route.body as z.ZodObject).extend({ file: z.string().meta({ format: 'binary' }) });
  const schema = strictly(fields);
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function content(route: RouteContract) {
  if (route.stream) return { content: { 'text/event-stream': { schema: route.stream } } };
  if (route.download) {
    // A file of JSON is read as the value that it holds.
    const schemaOf = (type: string) =>
      type === 'application/json' ? z.unknown() : z.string().meta({ format: 'binary' });
    return {
      content: Object.fromEntries(route.download.map((type) => [type, { schema: schemaOf(type) }])),
    };
  }
  return route.response ? { content: json(route.response) } : {};
}

/** What any call with such input can be refused for. */
function inputErrors({ auth, proof, method, query, upload }: RouteContract): ErrorCode[] {
  // A body is looked at also where nothing is taken.
  const sent = method !== 'get';
  return [
    // The caller may not be, or no longer be, in the workspace that is asked for.
    ...(auth === 'session' ? (['TOKEN_EXPIRED', 'NOT_FOUND'] as const) : []),
    ...(proof ? (['PROOF_REQUIRED'] as const) : []),
    ...(query || sent ? (['VALIDATION_FAILED'] as const) : []),
    ...(sent && !upload ? (['BODY_NOT_JSON', 'BODY_TOO_LARGE', 'CONTENT_TYPE_UNSUPPORTED'] as const) : []),
  ];
}

function operation(route: RouteContract, prefix: string): ZodOpenApiOperationObject {
  return {
    operationId: prefix === '' ? `${route.id}OfScreen` : route.id,
    summary: route.summary,
    tags: [route.tag],
    security: route.auth === 'session' ? [{ session: [] }] : [],
    requestParams: {
      ...(route.params && { path: route.params }),
      ...(route.query && { query: route.query }),
    },
    ...requestBody(route),
    responses: {
      [route.status]: { description: route.summary, headers: headersNamed([]), ...content(route) },
      ...errorResponses([...route.errors, ...inputErrors(route)], sessionErrorHeaders),
    },
  };
}

const mounts: [prefix: string, routes: readonly RouteContract[]][] = [
  ['/api/v1', allRoutes],
  ['/api', Object.values(screenRoutes)],
  ['', Object.values(userRoutes)],
];

export function openApiDocument() {
  const paths: ZodOpenApiPathsObject = { ...predictPaths };
  for (const [prefix, routes] of mounts) {
    for (const route of routes) {
      const path = openPath(prefix, route);
      paths[path] = { ...paths[path], [route.method]: operation(route, prefix) };
    }
  }
  const document = createDocument({
    openapi: '3.1.1',
    info: { title: 'Rowcast', version: '0.1.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    components: {
      examples: errorExamples,
      headers: responseHeaders,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'rc_live_…' },
      },
    },
    paths,
  });
  for (const [prefix, routes] of mounts) addExamples(document as unknown as Document, prefix, routes);
  return document;
}
