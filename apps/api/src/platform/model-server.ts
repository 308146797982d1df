import {
  type AskedChecks,
  type HeldBundle,
  isErrorCode,
  type LoadedBundle,
  loadedBundle,
  modelMemory,
  type ReleaseCheck,
  type ReleaseCheckResult,
  RowcastError,
  refusedBundle,
  triedChecks,
} from '@rowcast/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { cacheForOneSecond } from './concurrency/memoize.ts';
import type { Config } from './config.ts';
import type { Log } from './log/log.ts';
import { CancellationToken } from './model-server/exchange.ts';
import { watchHealth } from './model-server/health-check.ts';
import { requestMetadata } from './model-server/metadata-requests.ts';
import type { Question } from './model-server/request.ts';
import { connectServer, type Server } from './model-server/server.ts';
import type { StreamQuestion } from './model-server/stream.ts';
import { isUnusable, modelUnavailable } from './model-server/unusable-bundle.ts';
import { nearest } from './network/rendezvous-hash.ts';

export interface Answer {
  status: number;
  /** Rows answered, as the model server counted them. */
  rows: number;
  contentType: string;
  body: Buffer;
  /** Of an answer of the Open Inference Protocol with binary tensors: the length of its JSON. */
  jsonBytes: string | null;
  /** Warnings counted by kind; null for none. */
  warnings: string | null;
}

export interface Prediction extends Omit<Question, 'bundle' | 'path' | 'others'> {
  /** Query string with its question mark; empty if there is none. */
  query: string;
  /** Asks by the Open Inference Protocol, whose answer says under which name and version it was asked. */
  protocol?: { model: string; version: number; jsonBytes: string } | undefined;
  /** Answers row by row, as a stream does: one that cannot be answered has its error in its place. */
  rowByRow?: boolean | undefined;
}

export interface Stream extends Omit<StreamQuestion, 'path'> {
  query: string;
}

export interface ModelServer {
  /** Verifies, loads and warms a bundle. Throws BUNDLE_* or MODEL_SERVER_UNAVAILABLE. */
  load(bundleHash: string, requestId: string): Promise<LoadedBundle>;
  /** Whether a loaded model holds each of these, with what was found. Throws MODEL_SERVER_UNAVAILABLE. */
  check(bundleHash: string, checks: readonly ReleaseCheck[]): Promise<ReleaseCheckResult[]>;
  /** Passes the caller's bytes on and the answer back, untouched. Throws MODEL_SERVER_*, also for its 5xx. */
  predict(bundleHash: string, prediction: Prediction, cancellation: CancellationToken): Promise<Answer>;
  /** A model's graph, with what it takes to run it; null for one that only the model server runs. Throws where it is away. */
  runnable(bundleHash: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Rows of any number, answered while later ones arrive. Throws MODEL_SERVER_* before the answer has begun. */
  stream(bundleHash: string, prediction: Stream): Promise<void>;
  /** The model's metadata in the Open Inference Protocol, loading it where it is not in memory. */
  describe(bundleHash: string): Promise<Record<string, unknown>>;
  /** The model as its server has it in memory, null where it has it not. Throws where the server is away. */
  memoryOf(bundleHash: string): Promise<{
    loaded: HeldBundle | null;
    /** Whether it was found to need more than the server has. */
    isTooLarge: boolean;
    unloadsAfterSeconds: number | null;
  }>;
  /** Whether any server is, which is asked at most once a second: the others' calls go to it. */
  ready(): Promise<boolean>;
  /** Says each time that a server has come or gone, and with it what it has in memory. Returns the way to stop. */
  watch(changed: () => void): () => void;
  /** Addresses of the servers that are known to be away. */
  away(): string[];
  close(): Promise<void>;
}

function asLoadError(content: unknown): RowcastError {
  const parsed = refusedBundle.safeParse(content);
  const code = parsed.success ? parsed.data.error.code : '';
  if (code === 'NOT_FOUND') return new RowcastError('BUNDLE_INVALID');
  const message = parsed.data?.message ?? '';
  if (code === 'MODEL_SERVER_BUSY') return new RowcastError(code, { message, retryAfterSeconds: 5 });
  if (isErrorCode(code)) return new RowcastError(code, { message });
  return new RowcastError('BUNDLE_LOAD_FAILED');
}

function codeOf(body: Buffer): string {
  try {
    return refusedBundle.parse(JSON.parse(body.toString('utf8', 0, 10_000))).error.code.slice(0, 60);
  } catch {
    return '';
  }
}

const inferHeader = 'inference-header-content-length';

function protocolHeaders({ model, version, jsonBytes }: NonNullable<Prediction['protocol']>): string[] {
  const named = ['x-rowcast-model', model, 'x-rowcast-version', `${version}`];
  return jsonBytes ? [...named, inferHeader, jsonBytes] : named;
}

export function modelServer(config: Pick<Config, 'MODEL_SERVER_URLS'>, log: Log): ModelServer {
  const changed = (url: string, open: boolean) =>
    log.warn({ url }, open ? 'model server is away' : 'model server is back');
  const servers = config.MODEL_SERVER_URLS.map((url) => connectServer(url, changed));
  const homes = new LRUCache<string, Server>({ max: 10_000 });

  /** The server that has this bundle in memory; while it is away, the next one. */
  function serverOf(bundleHash: string): Server {
    let home = homes.get(bundleHash);
    if (!home) {
      home = nearest(servers, bundleHash);
      homes.set(bundleHash, home);
    }
    if (!home.breaker.isOpen) return home;
    const others = servers.filter(({ breaker }) => !breaker.isOpen);
    return others.length > 0 ? nearest(others, bundleHash) : home;
  }

  return {
    load: (bundleHash, requestId) => {
      const path = `/bundles/${bundleHash}/load`;
      const asking = { method: 'POST', path, requestId, withinMs: 25_000 } as const;
      return requestMetadata(serverOf(bundleHash), asking, ({ status, content }) => {
        if (status !== 200) throw asLoadError(content());
        return loadedBundle.parse(content());
      });
    },
    check: (bundleHash, checks) => {
      const path = `/bundles/${bundleHash}/checks`;
      const content = { checks: [...checks] } satisfies AskedChecks;
      const asking = { method: 'POST', path, content, withinMs: 60_000 } as const;
      return requestMetadata(serverOf(bundleHash), asking, ({ status, content: answer }) => {
        if (status !== 200) throw asLoadError(answer());
        return triedChecks.parse(answer()).results;
      });
    },
    async predict(bundleHash, { query, protocol, rowByRow = false, ...rest }, cancellation) {
      const path = protocol
        ? `/v2/models/${bundleHash}/infer${query}`
        : `/bundles/${bundleHash}/${rowByRow ? 'stream' : 'predict'}${query}`;
      const others = protocol ? protocolHeaders(protocol) : [];
      const question = { bundle: bundleHash, path, others, ...rest };
      const { status, headers, body } = await serverOf(bundleHash).ask(question, cancellation);
      if (status >= 500) {
        // Its body may hold what was asked: the code alone says enough.
        const code = codeOf(body);
        const cause = new Error(`the model server answered ${status} ${code}`);
        if (isUnusable(code)) throw modelUnavailable(cause);
        const retryAfterSeconds = Number(headers['retry-after'] ?? 1) || 1;
        if (status === 503) throw new RowcastError('MODEL_SERVER_BUSY', { cause, retryAfterSeconds });
        if (status === 507) throw new RowcastError('MODEL_TOO_LARGE', { cause });
        // An uploaded graph that was ended for its time: nothing broke off, and again it would take as long.
        if (status === 504) throw new RowcastError('MODEL_SERVER_TIMEOUT', { cause });
        throw new RowcastError('MODEL_SERVER_FAILED', { cause, retryAfterSeconds });
      }
      return {
        status,
        rows: Number(headers['x-rowcast-rows'] ?? 0),
        contentType: String(headers['content-type'] ?? 'application/json'),
        body,
        jsonBytes: headers[inferHeader]?.toString() ?? null,
        warnings: headers['x-rowcast-warnings']?.toString() ?? null,
      };
    },
    runnable: (bundleHash) => {
      const asking = { method: 'GET', path: `/bundles/${bundleHash}/graph`, withinMs: 25_000 } as const;
      return requestMetadata(serverOf(bundleHash), asking, ({ status, content, bytes }) => {
        if (status === 204) return null;
        if (status !== 200) throw asLoadError(content());
        return new Uint8Array(bytes);
      });
    },
    stream: (bundleHash, { query, ...rest }) =>
      serverOf(bundleHash).stream({ path: `/bundles/${bundleHash}/stream${query}`, ...rest }),
    async describe(bundleHash) {
      const server = serverOf(bundleHash);
      if (server.breaker.isOpen) throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { retryAfterSeconds: 1 });
      const asking = { method: 'GET', path: `/v2/models/${bundleHash}`, withinMs: 25_000 } as const;
      return requestMetadata(server, asking, ({ status, content, bytes }) => {
        if (status === 200) return z.record(z.string(), z.unknown()).parse(content());
        const code = codeOf(bytes);
        const cause = new Error(`the model server answered ${status}`);
        if (isUnusable(code)) throw modelUnavailable(cause);
        if (status === 507) throw new RowcastError('MODEL_TOO_LARGE', { cause });
        throw new RowcastError('MODEL_SERVER_FAILED', { cause, retryAfterSeconds: 3 });
      });
    },
    memoryOf: (bundleHash) => {
      const asking = { method: 'GET', path: '/bundles', withinMs: 2_000 } as const;
      return requestMetadata(serverOf(bundleHash), asking, ({ content }) => {
        const { bundles, tooLarge, unloadsAfterSeconds } = modelMemory.parse(content());
        const loaded = bundles.find(({ hash }) => hash === bundleHash) ?? null;
        return { loaded, isTooLarge: tooLarge.includes(bundleHash), unloadsAfterSeconds };
      });
    },
    ready: cacheForOneSecond(() => {
      const asking = { method: 'GET', path: '/health/ready', withinMs: 2_000 } as const;
      const answers = servers.map((server) =>
        requestMetadata(server, asking, ({ status }) => {
          if (status !== 200) throw new Error('not ready');
        }),
      );
      return Promise.any(answers).then(
        () => true,
        () => false,
      );
    }),
    watch(changed) {
      const stops = servers.map(({ url }) => watchHealth(url, changed));
      return () => stops.forEach((stop) => void stop());
    },
    away: () => servers.filter(({ breaker }) => breaker.isOpen).map(({ url }) => url),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

export { CancellationToken };
