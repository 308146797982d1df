export { createOwnWorkspace, ensureWorkspace } from './create-own.ts';
export { workspaceRepository } from './repository.ts';
