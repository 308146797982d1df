export { logTabs } from './routes.ts';
