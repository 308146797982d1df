export { apiRepository } from './repository.ts';
export { formRoutes, routes } from './routes.ts';
