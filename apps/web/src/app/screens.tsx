import { type ComponentType, lazy } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { RouteBoundary } from '@/features/problems/index.ts';

type Load = () => Promise<{ Component: ComponentType }>;

const loads = new WeakMap<RouteObject, Load>();

/** Loads the screen at an address together with the layouts around it, not one after the other. */
export function loadScreen(routes: RouteObject[], pathname: string): Promise<unknown> {
  const matches = matchRoutes(routes, pathname) ?? [];
  return Promise.all(matches.map(({ route }) => loads.get(route)?.()));
}

function once(load: Load): Load {
  let loading: ReturnType<Load> | undefined;
  return () => {
    loading ??= load();
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
}

function elementOf(load: Load) {
  const Screen = lazy(() => load().then(({ Component }) => ({ default: Component })));
  return (
    <RouteBoundary>
      <Screen />
    </RouteBoundary>
  );
}

/**
 * Turns routes that load themselves into elements. React Router does so too, but only within its data router, whose
 * size alone would take a quarter of what the landing page may weigh.
 */
export function withElements(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { lazy: load, ...rest } = route;
    const children = route.children ? { children: withElements(route.children) } : {};
    if (typeof load !== 'function') return { ...rest, ...children } as RouteObject;
    const loadOnce = once(load as Load);
    const loaded = { ...rest, ...children, element: elementOf(loadOnce) } as RouteObject;
    loads.set(loaded, loadOnce);
    return loaded;
  });
}
