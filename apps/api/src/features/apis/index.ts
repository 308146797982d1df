export { apiRepository, apiStatus } from './repository.ts';
export { formRoutes, routes } from './routes.ts';
