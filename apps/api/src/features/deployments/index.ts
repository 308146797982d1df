export { asksTheSame, changesFor } from './changes.ts';
export { loadModel } from './load.ts';
export { deploymentRepository } from './repository.ts';
export { deploymentRoutes } from './routes.ts';
