export { asksTheSame, changesFor } from './contract-changes.ts';
export { loadModel } from './load-model.ts';
export { recoverUnavailableModels, watchUnavailableModels } from './recover-unavailable.ts';
export { deploymentRepository } from './repository.ts';
export { deploymentRoutes } from './routes.ts';
