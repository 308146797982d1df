export { KeysLink } from './components/keys-link.tsx';
export { keyTabs } from './routes.ts';
