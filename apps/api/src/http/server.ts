import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { eventRelay } from '../features/events/index.ts';
import { jobMeasures } from '../features/jobs/index.ts';
import type { ModelServer } from '../platform/model-server.ts';
import type { Services } from '../platform/services.ts';
import { predictHandler } from '../predict/handler.ts';
import { createApp } from './app.ts';

export interface ApiServer {
  server: Server;
  /** Ends event streams, stops taking calls, finishes the ones in flight, flushes the request log. */
  close(): Promise<void>;
}

/** Long enough for who is still sending to take in the answer. */
const sendingMs = 20_000;

/** Whoever goes on sending after the answer does not keep the connection. */
function cutOffLater(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (req.complete) return;
    const timer = setTimeout(() => req.destroy(), sendingMs).unref();
    req.once('close', () => clearTimeout(timer));
  });
}

export interface Pauses {
  heartbeatMs?: number | undefined;
  exportIdleMs?: number | undefined;
}

/** One http server: predictions take the short way, everything else goes through Express. */
export function createApiServer(
  services: Services,
  { heartbeatMs = 15_000, exportIdleMs }: Pauses = {},
): ApiServer {
  const relay = eventRelay(services);
  const predict = predictHandler(services);
  const registries = [predict.registry, jobMeasures(services)];
  /** The first calls of a model find it read, while those of its forerunner are still answered. */
  const load: ModelServer['load'] = async (bundleHash, requestId) => {
    const loaded = await services.modelServer.load(bundleHash, requestId);
    await predict.prepare(bundleHash);
    return loaded;
  };
  const modelServer = { ...services.modelServer, load };
  const app = createApp({ ...services, modelServer }, { relay, heartbeatMs, exportIdleMs, registries });
  const server = createServer({ connectionsCheckingInterval: 5_000 }, (req, res) => {
    if (predict.matches(req)) return predict.handle(req, res);
    cutOffLater(req, res);
    app(req, res);
  });
  // The largest upload over the slowest line that is worth serving.
  server.requestTimeout = 60 * 60_000;
  server.headersTimeout = 20_000;
  server.keepAliveTimeout = 65_000;
  return {
    server,
    async close() {
      predict.drain();
      await relay.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const cutOff = setTimeout(() => server.closeAllConnections(), 5_000);
      await closed;
      clearTimeout(cutOff);
      await predict.close();
    },
  };
}
