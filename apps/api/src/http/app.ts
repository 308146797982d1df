import { RowcastError } from '@rowcast/contracts';
import express, { type Express, type RequestHandler, Router } from 'express';
import type { Registry } from 'prom-client';
import { type EventRelay, liveEventRoutes } from '../features/events/index.ts';
import { hasMailbox, mailboxRouter, optOutPage } from '../features/mail/index.ts';
import { featureRoutes, screenFeatureRoutes, userRoutes } from '../features/routes.ts';
import { securityHeaders } from '../platform/network/security-headers.ts';
import type { Services } from '../platform/services.ts';
import { consoleRouter } from './console.ts';
import { healthRouter } from './health.ts';
import { compress } from './middleware/compress.ts';
import { limitRequests } from './middleware/limit-requests.ts';
import { metrics } from './middleware/metrics.ts';
import { attachContext } from './middleware/request-context.ts';
import { mount } from './mount-routes.ts';
import { openApi } from './openapi.ts';
import { errorResponse } from './output/error-response.ts';
import { exportPlaces } from './sockets/export-slots.ts';

const notFound = () => {
  throw new RowcastError('NOT_FOUND');
};

const secure = (https: boolean): RequestHandler => {
  const headers = securityHeaders(https);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
};

const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};

export interface AppParts {
  relay: EventRelay;
  heartbeatMs: number;
  exportIdleMs?: number | undefined;
  /** Figures that are kept elsewhere and shown with the others. */
  registries?: readonly Registry[];
}

export function createApp(services: Services, parts: AppParts): Express {
  const { relay, heartbeatMs, exportIdleMs, registries = [] } = parts;
  const { config } = services;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', config.TRUST_PROXY);
  const { measure, show } = metrics(config, registries);
  app.use(
    measure,
    attachContext(services),
    secure(config.PUBLIC_URL?.startsWith('https:') ?? false),
    compress,
  );
  app.use('/health', healthRouter(services));
  app.get('/metrics', show);

  const api = Router();
  api.get('/openapi.json', openApi);
  const guards = { limit: limitRequests(services), place: exportPlaces(exportIdleMs) };
  mount(api, [...featureRoutes, ...liveEventRoutes(relay, heartbeatMs)], guards);
  const screens = Router();
  mount(screens, screenFeatureRoutes, guards);
  const users = Router();
  mount(users, userRoutes, guards);
  app.use(['/api', '/users'], noStore);
  // A mail program that cannot unsubscribe with one click opens the same address.
  app.get('/api/v1/mails/unsubscribe/:token', (req, res) =>
    res.redirect(303, optOutPage(config, req.params.token)),
  );
  app.use('/api/v1', api, notFound);
  app.use('/api', screens, notFound);
  app.use(users);

  if (hasMailbox(config)) app.use('/mailbox', mailboxRouter(services));
  if (config.WEB_DIST) app.use(consoleRouter(config.WEB_DIST));
  app.use(notFound);
  app.use(errorResponse);
  return app;
}
