export { type KeyChoice, listMemberKeys, settleMemberKeys } from './member-keys.ts';
export { routes } from './routes.ts';
