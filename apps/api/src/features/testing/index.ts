export { askApi, routeOf } from './ask.ts';
export { routes } from './routes.ts';
