import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';

export const routes: RouteObject[] = [
  {
    lazy: lazyScreen(() => import('./components/guests-only.tsx').then((m) => m.GuestsOnly)),
    children: [
      {
        path: publicPaths.login,
        lazy: lazyScreen(() => import('./screens/login.tsx').then((m) => m.LoginScreen)),
      },
      {
        path: publicPaths.signup,
        lazy: lazyScreen(() => import('./screens/signup.tsx').then((m) => m.SignupScreen)),
      },
      {
        path: publicPaths.verify,
        lazy: lazyScreen(() => import('./screens/verify.tsx').then((m) => m.VerifyScreen)),
      },
      {
        path: publicPaths.verifyMfa,
        lazy: lazyScreen(() => import('./screens/verify-mfa.tsx').then((m) => m.VerifyMfaScreen)),
      },
      {
        path: publicPaths.forgotPassword,
        lazy: lazyScreen(() => import('./screens/forgot-password.tsx').then((m) => m.ForgotPasswordScreen)),
      },
    ],
  },
  // Mail links, which also work while a user is signed in.
  {
    path: publicPaths.verifyEmail,
    lazy: lazyScreen(() => import('./screens/verify-email.tsx').then((m) => m.VerifyEmailScreen)),
  },
  {
    path: publicPaths.resetPassword,
    lazy: lazyScreen(() => import('./screens/reset-password.tsx').then((m) => m.ResetPasswordScreen)),
  },
];
