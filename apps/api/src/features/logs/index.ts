export { payloadMasks } from './payload-masks.ts';
export { routes } from './routes.ts';
