import type { Express } from 'express';
import { eventRelay } from '../../src/features/events/index.ts';
import { createApp } from '../../src/http/app.ts';
import type { FeatureRoute } from '../../src/platform/route.ts';
import type { Services } from '../../src/platform/services.ts';

export interface MountedRoute {
  method: string;
  /** From the root, in Express notation. */
  path: string;
  /** Undefined where nobody asks who is calling. */
  feature: FeatureRoute | undefined;
}

interface Layer {
  rawPath: string;
  handle: ((...args: never[]) => unknown) & { stack?: Layer[]; feature?: FeatureRoute };
  route?: { path: string; methods: Record<string, boolean>; stack: Layer[] };
}

const join = (prefix: string, path: string) =>
  `${prefix}${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');

function walk(layers: readonly Layer[], prefix: string): MountedRoute[] {
  return layers.flatMap(({ rawPath, handle, route }) => {
    if (!route) return handle.stack ? walk(handle.stack, join(prefix, rawPath)) : [];
    const feature = route.stack.find((layer) => layer.handle.feature)?.handle.feature;
    const path = join(prefix, route.path);
    return Object.keys(route.methods).map((method) => ({ method, path, feature }));
  });
}

/** What an app answers, read from its router and not from any list. */
export const routesOf = (app: Express): MountedRoute[] =>
  walk((app as unknown as { router: { stack: Layer[] } }).router.stack, '');

export const newApp = (services: Services): Express =>
  createApp(services, { relay: eventRelay(services), heartbeatMs: 15_000 });
