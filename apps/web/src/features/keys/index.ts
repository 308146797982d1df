export { KeysLink } from './components/keys-link.tsx';
export { KeysPanel } from './components/keys-panel.tsx';
export { keyTabs } from './routes.ts';
