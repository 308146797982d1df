export { askForMe, meKey, useForgotPassword, useLogout, useMe, useResetPassword } from './api.ts';
export { SignedIn } from './components/signed-in.tsx';
export { WelcomePanel } from './components/welcome-panel.tsx';
export { useMay, useMayNot, useWorkspace } from './my-workspace.ts';
