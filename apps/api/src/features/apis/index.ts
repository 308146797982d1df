export { createApiNamed } from './create.ts';
export { getApi } from './get.ts';
export { apiRepository, apiStatus, percentile } from './repository.ts';
export { formRoutes, routes } from './routes.ts';
