import { type ComponentType, lazy } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { RouteBoundary } from '@/features/problems/index.ts';

type Load = () => Promise<{ Component: ComponentType }>;

const loads = new WeakMap<RouteObject, Load>();

/** Loads the screen of a URL and its layouts in parallel. */
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
 * Turns lazy routes into elements. React Router's data router also does this, but would use a quarter of the landing
 * page's size budget.
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
