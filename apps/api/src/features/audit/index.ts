export { verifyAll, verifyChain } from './verify.ts';
