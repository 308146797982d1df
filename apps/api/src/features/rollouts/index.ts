export { endForAnother } from './end.ts';
export { routes } from './routes.ts';
export { checkRollouts, watchRollouts } from './watch.ts';
