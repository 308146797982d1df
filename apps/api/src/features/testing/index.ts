export { askApi, routeOf, type TestCall } from './ask.ts';
export { routes } from './routes.ts';
