export { StartPanel } from './components/start-panel.tsx';
