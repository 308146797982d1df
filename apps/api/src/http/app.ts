import { RowcastError } from '@rowcast/contracts';
import express, { type Express, Router } from 'express';
import { liveEventsRouter } from '../features/events/index.ts';
import { mailboxRouter } from '../features/mail/index.ts';
import { featureRoutes } from '../features/routes.ts';
import type { Services } from '../platform/services.ts';
import { authenticate } from './authenticate.ts';
import { consoleRouter } from './console.ts';
import { errorResponse } from './error-response.ts';
import { healthRouter } from './health.ts';
import { mount } from './mount.ts';
import { attachContext } from './request-context.ts';
import { securityHeaders } from './security-headers.ts';

const notFound = () => {
  throw new RowcastError('NOT_FOUND');
};

export function createApp(services: Services): Express {
  const { config } = services;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.TRUST_PROXY);
  app.use(attachContext(services), securityHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false));
  app.use('/health', healthRouter(services));

  const api = Router();
  api.use((_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  api.use(authenticate);
  mount(api, featureRoutes);
  api.use(liveEventsRouter(services));
  app.use('/api/v1', api, notFound);
  app.use('/api', notFound);

  if (config.MAIL_LOCAL) app.use('/mailbox', mailboxRouter(services));
  if (config.WEB_DIST) app.use(consoleRouter(config.WEB_DIST));
  app.use(notFound);
  app.use(errorResponse);
  return app;
}
