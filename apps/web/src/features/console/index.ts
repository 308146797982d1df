export { ConsoleHeader } from './components/console-header.tsx';
export { ConsoleSidebar } from './components/console-sidebar.tsx';
export { LeftWorkspace } from './components/left-workspace.tsx';
export { SystemParts } from './components/system-parts.tsx';
export { WaitingNotice } from './components/waiting-notice.tsx';
export { useHealth } from './health.ts';
