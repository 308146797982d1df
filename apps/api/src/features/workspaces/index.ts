export { ensureWorkspace, openOwnWorkspace } from './open-own.ts';
export { workspaceRepository } from './repository.ts';
