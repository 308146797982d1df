export { avatarSweep } from './repository.ts';
export { routes, screenRoutes } from './routes.ts';
