export { callEndpoint, routeOf, type TestCall } from './call-endpoint.ts';
export { routes } from './routes.ts';
