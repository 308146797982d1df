import { createServer, type Server } from 'node:http';
import { eventRelay } from '../features/events/index.ts';
import { jobMeasures } from '../features/jobs/index.ts';
import type { ModelServer } from '../platform/model-server.ts';
import type { Services } from '../platform/services.ts';
import { type Patience, predictHandler } from '../predict/handler.ts';
import { createApp } from './app.ts';
import { cutOffLater } from './sockets/close-after-response.ts';
import { hasSeveralHosts, refuseSeveralHosts } from './sockets/several-hosts.ts';

export interface ApiServer {
  server: Server;
  /** Ends event streams, stops taking calls, finishes the ones in flight, flushes the request log. */
  close(): Promise<void>;
}

export interface Pauses extends Patience {
  heartbeatMs?: number | undefined;
  exportIdleMs?: number | undefined;
  /** For the head of a request. */
  headMs?: number | undefined;
  /** For who is still sending after the answer. */
  sendingMs?: number | undefined;
}

/** One http server: predictions take the short way, everything else goes through Express. */
export function createApiServer(
  services: Services,
  { heartbeatMs = 15_000, exportIdleMs, headMs = 20_000, sendingMs, ...patience }: Pauses = {},
): ApiServer {
  const relay = eventRelay(services);
  const predict = predictHandler(services, patience);
  const registries = [predict.registry, jobMeasures(services)];
  /** The first calls of a model find it read, while those of its forerunner are still answered. */
  const load: ModelServer['load'] = async (bundleHash, requestId) => {
    const loaded = await services.modelServer.load(bundleHash, requestId);
    await predict.prepare(bundleHash);
    return loaded;
  };
  const modelServer = { ...services.modelServer, load };
  const app = createApp({ ...services, modelServer }, { relay, heartbeatMs, exportIdleMs, registries });
  const server = createServer({ connectionsCheckingInterval: headMs / 4 }, (req, res) => {
    if (hasSeveralHosts(req)) return refuseSeveralHosts(res);
    if (predict.matches(req)) return predict.handle(req, res);
    cutOffLater(req, res, sendingMs);
    app(req, res);
  });
  // The largest upload over the slowest line that is worth serving.
  server.requestTimeout = 60 * 60_000;
  server.headersTimeout = headMs;
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
