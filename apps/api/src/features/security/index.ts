export { recordSecurityEvent } from './record.ts';
export { routes } from './routes.ts';
