export { ConsoleHeader } from './components/console-header.tsx';
export { ConsoleSidebar } from './components/console-sidebar.tsx';
export { fetchHealth } from './health.ts';
