import { type ErrorCode, errorCatalogue, RowcastError } from '@rowcast/contracts';
import { Pool } from 'undici';
import { z } from 'zod';
import type { Config } from './config.ts';

const loaded = z.object({ hash: z.string(), loadMs: z.number(), goldenRows: z.number().int() });
const failed = z.object({ error: z.object({ code: z.string() }), message: z.string() });

export interface Answer {
  status: number;
  contentType: string;
  body: Buffer;
}

export interface ModelServer {
  /** Verifies, loads and warms a bundle. Throws BUNDLE_* or MODEL_SERVER_UNAVAILABLE. */
  load(bundleHash: string, requestId: string): Promise<z.infer<typeof loaded>>;
  /** Passes the caller's bytes on and the answer back, untouched. */
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
  if (code in errorCatalogue)
    return new RowcastError(code as ErrorCode, { message: parsed.data?.message ?? '' });
  return new RowcastError('BUNDLE_LOAD_FAILED');
}

export function modelServer(config: Pick<Config, 'MODEL_SERVER_URLS'>): ModelServer {
  const pools = config.MODEL_SERVER_URLS.map(
    (url) => new Pool(url, { connections: 32, pipelining: 1, connectTimeout: 2_000 }),
  );
  // Rendezvous hashing comes with several servers; the first serves until then.
  const [pool] = pools;
  if (!pool) throw new Error('MODEL_SERVER_URLS is empty');
  return {
    async load(bundleHash, requestId) {
      try {
        const answer = await pool.request({
          method: 'POST',
          path: `/bundles/${bundleHash}/load`,
          headers: { 'x-request-id': requestId },
          headersTimeout: 60_000,
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
      const answer = await pool.request({
        method: 'POST',
        path: `/bundles/${bundleHash}/predict`,
        headers: { 'content-type': contentType, 'x-request-id': requestId },
        body,
        signal,
      });
      return {
        status: answer.statusCode,
        contentType: String(answer.headers['content-type'] ?? 'application/json'),
        body: Buffer.from(await answer.body.arrayBuffer()),
      };
    },
    async ready() {
      try {
        const answer = await pool.request({ method: 'GET', path: '/health/ready', headersTimeout: 2_000 });
        await answer.body.dump();
        return answer.statusCode === 200;
      } catch {
        return false;
      }
    },
    close: async () => {
      await Promise.all(pools.map((each) => each.close()));
    },
  };
}
