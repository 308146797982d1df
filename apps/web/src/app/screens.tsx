import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import { RouteBoundary } from '@/features/problems/index.ts';

type Load = () => Promise<{ Component: ComponentType }>;

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
    return { ...rest, ...children, element: elementOf(load as Load) } as RouteObject;
  });
}
