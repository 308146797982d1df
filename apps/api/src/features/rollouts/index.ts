export { checkRollouts, watchRollouts } from './check-gates.ts';
export { endSupersededRollout } from './end.ts';
export { routes } from './routes.ts';
