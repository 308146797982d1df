export { confirmPassword } from './confirm.ts';
export { routes } from './routes.ts';
