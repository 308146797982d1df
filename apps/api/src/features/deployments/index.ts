export { asksTheSame, changesFor } from './changes.ts';
export { loadModel } from './load.ts';
export { deploymentRepository } from './repository.ts';
export { routes } from './routes.ts';
