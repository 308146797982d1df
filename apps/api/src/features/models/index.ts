export { trainJob } from './jobs/train.ts';
export { type ModelRow, modelRepository, modelSweep } from './repository.ts';
export { routes } from './routes.ts';
