import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = { status: number; json?: unknown; headers?: Record<string, string> };
type Respond = (
  received: Received,
  response: ServerResponse,
) => Answer | undefined | Promise<Answer | undefined>;

/** A real HTTP server on a free port, which serves the API of the page under test. */
export async function startLocalServer(respond: Respond) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const origin = request.headers.origin ?? '*';
    response.setHeader('access-control-allow-origin', origin === 'null' ? '*' : origin);
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader(
      'access-control-allow-headers',
      'authorization,content-type,x-request-id,x-timestamp,x-rowcast-workspace',
    );
    response.setHeader('access-control-expose-headers', 'x-request-id');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const entry: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
    };
    received.push(entry);
    const answer = await respond(entry, response);
    if (!answer) return;
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.json === undefined ? undefined : JSON.stringify(answer.json));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = document.createElement('base');
  base.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  document.head.append(base);
  const stop = async () => {
    base.remove();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { received, stop };
}

export const unauthenticated = {
  status: 401,
  json: {
    error: { code: 'TOKEN_EXPIRED' },
    message: 'The access token has expired. Refresh it and retry the request.',
    detail: 'The access token has expired. Refresh it and retry the request.',
    requestId: 'req_1',
  },
};
