import type { Server } from 'node:http';
import { errorCatalogue } from '@rowcast/contracts';

/** Of the house's errors and of the Open Inference Protocol's, each at the start of its body. */
const code = /^\{(?:"error":\{)?"code":"([A-Z_]+)"/;
const statuses: Record<string, number | undefined> = Object.fromEntries(
  Object.entries(errorCatalogue).map(([name, { status }]) => [name, status]),
);

/** Notes each error that is answered with another status than the catalogue has for its code. */
export function watchErrors(server: Server) {
  const wrong = new Set<string>();
  server.prependListener('request', (_req, res) => {
    const end = res.end.bind(res);
    res.end = ((chunk?: unknown, ...rest: unknown[]) => {
      const text = typeof chunk === 'string' || Buffer.isBuffer(chunk) ? chunk.toString() : '';
      const [, name] = code.exec(text) ?? [];
      if (name && res.statusCode !== statuses[name]) wrong.add(`${name} with ${res.statusCode}`);
      return (end as (...all: unknown[]) => typeof res)(chunk, ...rest);
    }) as typeof res.end;
  });
  return {
    check() {
      if (wrong.size > 0) throw new Error(`answered otherwise than catalogued: ${[...wrong].join(', ')}`);
    },
  };
}
