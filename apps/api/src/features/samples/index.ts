export { routes } from './routes.ts';
