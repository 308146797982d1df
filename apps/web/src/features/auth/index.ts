export { askForMe, meKey, useLogout, useMe } from './api.ts';
export { SignedIn } from './components/signed-in.tsx';
export { WelcomePanel } from './components/welcome-panel.tsx';
export { useMay, useMayNot, useWorkspace } from './my-workspace.ts';
export { useForgotPassword, useResetPassword } from './sign-in-api.ts';
