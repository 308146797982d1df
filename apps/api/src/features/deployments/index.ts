export { asksTheSame, changesFor } from './contract-changes.ts';
export { loadModel } from './load-model.ts';
export { deploymentRepository } from './repository.ts';
export { deploymentRoutes } from './routes.ts';
