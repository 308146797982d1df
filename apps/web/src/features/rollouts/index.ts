export { rolloutTabs } from './routes.ts';
