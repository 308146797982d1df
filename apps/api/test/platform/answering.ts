import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Question } from '../../src/platform/model-server/request.ts';
import { connectServer } from '../../src/platform/model-server/server.ts';

export const closing: (() => unknown)[] = [];
/** To be called after each test. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

/** An HTTP server with a client connected to it. */
export async function serve(server: Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connectServer(`http://127.0.0.1:${port}`, () => {});
  closing.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => {
      for (const socket of sockets) socket.destroy();
    },
    () => client.close(),
  );
  return { client, sockets };
}

export const answering = (answer: (req: IncomingMessage, res: ServerResponse, body: Buffer) => void) =>
  serve(
    createServer({ keepAliveTimeout: 60_000 }, async (req, res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      answer(req, res, Buffer.concat(chunks));
    }),
  );

export const question = (given: Partial<Question> = {}): Question => ({
  bundle: 'a',
  path: '/bundles/a/predict',
  body: Buffer.from('{}'),
  contentType: 'application/json',
  accept: '',
  policy: '',
  apiPolicy: '',
  requestId: 'req_1',
  timeoutMs: 5_000,
  scales: false,
  others: [],
  ...given,
});
