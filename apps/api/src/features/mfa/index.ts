export { mfaTries } from './lock.ts';
export { routes } from './routes.ts';
export { useMfaCode } from './use-code.ts';
