export { meKey, prefetchMe, useLogout, useMe } from './api.ts';
export { SignedIn } from './components/signed-in.tsx';
export { WelcomePanel } from './components/welcome-panel.tsx';
export { useDeniedReason, usePermission, useWorkspace } from './my-workspace.ts';
export { useForgotPassword, useResetPassword } from './sign-in-api.ts';
