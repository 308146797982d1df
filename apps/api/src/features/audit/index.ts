export { routes, screenRoutes } from './routes.ts';
export { type Verdict, verifyAll, verifyChain } from './verify.ts';
