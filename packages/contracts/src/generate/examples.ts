import type { RouteContract } from '../http/route.ts';
import { exampleOf } from './example.ts';
import type { Schema } from './example-schema.ts';

interface Content {
  content?: Record<string, { schema?: Schema; example?: unknown }>;
}
interface Operation {
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const json = 'application/json';

/** A route's path as the document writes it. */
export const openPath = (prefix: string, { path }: RouteContract) => prefix + path.replace(/:(\w+)/g, '{$1}');

/** Shows for each call what may be sent and what is answered. */
export function addExamples(document: Document, prefix: string, routes: readonly RouteContract[]): void {
  const { paths, components } = document;
  const { schemas } = components;
  for (const route of routes) {
    const operation = paths[openPath(prefix, route)]?.[route.method];
    const sent = operation?.requestBody?.content?.[json];
    if (sent?.schema && route.body) {
      const whole = exampleOf(sent.schema, schemas);
      // Some fields exclude each other: then what has to be there is enough.
      sent.example = route.body.safeParse(whole).success
        ? whole
        : exampleOf(sent.schema, schemas, { all: false });
    }
    const answered = operation?.responses[route.status]?.content?.[json];
    if (answered?.schema && route.response) answered.example = exampleOf(answered.schema, schemas);
  }
}
