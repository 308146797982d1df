export { routes } from './routes.ts';
export { checkRollouts, watchRollouts } from './watch.ts';
