export { signAccessToken } from './access-token.ts';
export { isActorCurrent, resolveActor } from './resolve-actor.ts';
export { routes } from './routes.ts';
export { sweepAuth } from './sweep.ts';
