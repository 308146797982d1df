export { askForMe, useLogout, useMe } from './api.ts';
export { SignedIn } from './components/signed-in.tsx';
export { SignedOut } from './components/signed-out.tsx';
export { WelcomePanel } from './components/welcome-panel.tsx';
