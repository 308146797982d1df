export { newApiSettings } from './new-api.ts';
export { settingsRepository } from './repository.ts';
export { routes } from './routes.ts';
