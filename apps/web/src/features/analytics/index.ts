export { analyticsTabs } from './routes.ts';
