export { docsTabs } from './routes.ts';
