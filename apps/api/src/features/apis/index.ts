export { type ApiRow, apiRepository } from './repository.ts';
export { routes } from './routes.ts';
