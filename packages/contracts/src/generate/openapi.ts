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

const named = new Map<z.ZodType, z.ZodType>();

/** The schema under a name of its own, so that generated clients have a type for it. */
function component<T extends z.ZodType>(schema: T, route: RouteContract, kind: 'Request' | 'Response'): T {
  if (z.globalRegistry.get(schema)?.id) return schema;
  const known = named.get(schema);
  if (known) return known as T;
  const id = `${route.id.charAt(0).toUpperCase()}${route.id.slice(1)}${kind}`;
  const withId = schema.meta({ ...z.globalRegistry.get(schema), id });
  named.set(schema, withId);
  return withId;
}

function requestBody(route: RouteContract) {
  if (!route.body) return {};
  const body = component(strictly(route.body), route, 'Request');
  if (!route.upload) return { requestBody: { required: !body.safeParse({}).success, content: json(body) } };
  const fields = (route.body as z.ZodObject).extend({ file: z.string().meta({ format: 'binary' }) });
  const schema = component(strictly(fields), route, 'Request');
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

const jsonFile = z.unknown().meta({ id: 'JsonFile' });
const binaryFile = z.string().meta({ id: 'BinaryFile', format: 'binary' });

function content(route: RouteContract) {
  if (route.stream) return { content: { 'text/event-stream': { schema: route.stream } } };
  if (route.download) {
    // A client parses a JSON file into its value.
    const schemaOf = (type: string) => (type === 'application/json' ? jsonFile : binaryFile);
    return {
      content: Object.fromEntries(route.download.map((type) => [type, { schema: schemaOf(type) }])),
    };
  }
  return route.response ? { content: json(component(route.response, route, 'Response')) } : {};
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
    description: route.description,
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
  const used = JSON.stringify(document.paths);
  const { examples = {} } = document.components ?? {};
  for (const code of Object.keys(examples)) if (!used.includes(`examples/${code}"`)) delete examples[code];
  for (const [prefix, routes] of mounts) addExamples(document as unknown as Document, prefix, routes);
  return document;
}
