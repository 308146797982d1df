export { trainJob } from './jobs/train.ts';
export { startTrainingsAfter } from './jobs/waiting-trainings.ts';
export { unmeasured } from './presenter.ts';
export { modelSweep } from './repository.ts';
export { routes } from './routes.ts';
