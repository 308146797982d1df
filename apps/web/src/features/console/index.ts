export { ConsoleHeader } from './components/header/console-header.tsx';
export { ConsoleSidebar } from './components/navigation/console-sidebar.tsx';
export { LeftWorkspace } from './components/navigation/left-workspace.tsx';
export { SystemParts } from './components/system/system-parts.tsx';
export { WaitingNotice } from './components/system/waiting-notice.tsx';
export { useHealth } from './health.ts';
