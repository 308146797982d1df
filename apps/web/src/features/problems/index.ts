export { RouteBoundary } from './components/route-boundary.tsx';
export { NotFoundScreen } from './screens/not-found.tsx';
export { NotFoundInConsole } from './screens/not-found-in-console.tsx';
