export { ProofHost } from './components/proof-host.tsx';
export { SecurityTab } from './components/security-tab-loader.tsx';
export { withProof } from './proof-request.ts';
