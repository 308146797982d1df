import { type ErrorCode, errorCatalogue, RowcastError } from '@rowcast/contracts';
import { errors, Pool } from 'undici';
import { z } from 'zod';
import type { Config } from './config.ts';
import { nearest } from './rendezvous.ts';

const loaded = z.object({ hash: z.string(), loadMs: z.number(), goldenRows: z.number().int() });
const failed = z.object({ error: z.object({ code: z.string() }), message: z.string() });

interface Answer {
  status: number;
  /** Rows answered, as the model server counted them. */
  rows: number;
  contentType: string;
  body: Buffer;
}

export interface ModelServer {
  /** Verifies, loads and warms a bundle. Throws BUNDLE_* or MODEL_SERVER_UNAVAILABLE. */
  load(bundleHash: string, requestId: string): Promise<z.infer<typeof loaded>>;
  /** Passes the caller's bytes on and the answer back, untouched. Throws MODEL_SERVER_UNAVAILABLE, also for its 5xx. */
  predict(
    bundleHash: string,
    body: Buffer,
    contentType: string,
    requestId: string,
    signal: AbortSignal,
  ): Promise<Answer>;
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

function asLoadError(text: string): RowcastError {
  const parsed = failed.safeParse(JSON.parse(text));
  const code = parsed.success ? parsed.data.error.code : '';
  if (code === 'NOT_FOUND') return new RowcastError('BUNDLE_INVALID');
  if (code in errorCatalogue)
    return new RowcastError(code as ErrorCode, { message: parsed.data?.message ?? '' });
  return new RowcastError('BUNDLE_LOAD_FAILED');
}

const closedConnection = (error: unknown) =>
  error instanceof errors.SocketError ||
  (error instanceof Error && 'code' in error && error.code === 'ECONNRESET');

export function modelServer(config: Pick<Config, 'MODEL_SERVER_URLS'>): ModelServer {
  const servers = config.MODEL_SERVER_URLS.map((url) => ({
    url,
    pool: new Pool(url, { connections: 32, pipelining: 1, connectTimeout: 2_000 }),
  }));
  const poolOf = (bundleHash: string) => nearest(servers, bundleHash).pool;
  return {
    async load(bundleHash, requestId) {
      try {
        const answer = await poolOf(bundleHash).request({
          method: 'POST',
          path: `/bundles/${bundleHash}/load`,
          headers: { 'x-request-id': requestId },
          headersTimeout: 25_000,
        });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw asLoadError(text);
        return loaded.parse(JSON.parse(text));
      } catch (cause) {
        if (cause instanceof RowcastError) throw cause;
        throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { cause, retryAfterSeconds: 3 });
      }
    },
    async predict(bundleHash, body, contentType, requestId, signal) {
      const headers = { 'content-type': contentType, 'x-request-id': requestId };
      const path = `/bundles/${bundleHash}/predict`;
      const pool = poolOf(bundleHash);
      const ask = () => pool.request({ method: 'POST', path, headers, body, signal });
      try {
        // A prediction changes nothing, so one that met a closed connection is asked again.
        const answer = await ask().catch((error) =>
          closedConnection(error) ? ask() : Promise.reject(error),
        );
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        if (answer.statusCode >= 500) throw new Error(`model server: ${bytes.toString('utf8', 0, 500)}`);
        return {
          status: answer.statusCode,
          rows: Number(answer.headers['x-rowcast-rows'] ?? 0),
          contentType: String(answer.headers['content-type'] ?? 'application/json'),
          body: bytes,
        };
      } catch (cause) {
        if (signal.aborted) throw cause;
        throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { cause, retryAfterSeconds: 3 });
      }
    },
    async ready() {
      const answers = servers.map(async ({ pool }) => {
        const answer = await pool.request({ method: 'GET', path: '/health/ready', headersTimeout: 2_000 });
        await answer.body.dump();
        return answer.statusCode === 200;
      });
      return Promise.all(answers).then(
        (ready) => ready.every(Boolean),
        () => false,
      );
    },
    close: async () => {
      await Promise.all(servers.map(({ pool }) => pool.close()));
    },
  };
}
