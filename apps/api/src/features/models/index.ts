export { trainJob } from './jobs/train.ts';
export { bundleIsUsed, modelSweep } from './repository.ts';
export { routes } from './routes.ts';
