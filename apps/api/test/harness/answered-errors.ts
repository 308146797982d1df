import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { errorCatalogue } from '@rowcast/contracts';
import document from '@rowcast/contracts/openapi.json' with { type: 'json' };

/** Of the house's errors and of the Open Inference Protocol's, each at the start of its body. */
const code = /^\{(?:"error":\{)?"code":"([A-Z_]+)"/;
const statuses: Record<string, number | undefined> = Object.fromEntries(
  Object.entries(errorCatalogue).map(([name, { status }]) => [name, status]),
);

interface Operation {
  responses: Record<string, { description: string } | undefined>;
}
const paths = document.paths as unknown as Record<string, Record<string, Operation> | undefined>;

/** The call of the document that was made; none for what is outside of it. */
function operationOf(
  { method = '', originalUrl = '' }: IncomingMessage & { originalUrl?: string },
  route: string,
) {
  const prefix = ['/api/v1', '/api', ''].find((each) => originalUrl.startsWith(`${each}/`)) ?? '';
  const path = prefix + route.replace(/:(\w+)/g, '{$1}');
  const operation = paths[path]?.[method.toLowerCase()];
  return operation && { name: `${method} ${path}`, responses: operation.responses };
}

type Answer = ServerResponse & { locals?: { route?: string } };

/** Notes each error that is answered with another status than the catalogue has for its code, or that the document does not list for the call. */
export function watchErrors(server: Server) {
  const wrong = new Set<string>();
  const note = (req: IncomingMessage, { statusCode, locals }: Answer, name: string) => {
    if (statusCode !== statuses[name]) wrong.add(`${name} with ${statusCode}`);
    const call = locals?.route && operationOf(req, locals.route);
    if (call && !call.responses[statusCode]?.description.split(', ').includes(name))
      wrong.add(`${name} by ${call.name}, which does not list it`);
  };
  server.prependListener('request', (req, res: Answer) => {
    const end = res.end.bind(res);
    res.end = ((chunk?: unknown, ...rest: unknown[]) => {
      const text = typeof chunk === 'string' || Buffer.isBuffer(chunk) ? chunk.toString() : '';
      const [, name] = code.exec(text) ?? [];
      if (name) note(req, res, name);
      return (end as (...all: unknown[]) => typeof res)(chunk, ...rest);
    }) as typeof res.end;
  });
  return {
    check() {
      if (wrong.size > 0) throw new Error(`answered otherwise than catalogued: ${[...wrong].join(', ')}`);
    },
  };
}
