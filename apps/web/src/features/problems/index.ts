export { RouteBoundary } from './components/route-boundary.tsx';
export { NotFoundScreen } from './screens/not-found.tsx';
