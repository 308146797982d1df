import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

export const routes: RouteObject[] = [
  { path: '/login', lazy: lazyScreen(() => import('./screens/login.tsx').then((m) => m.LoginScreen)) },
  { path: '/signup', lazy: lazyScreen(() => import('./screens/signup.tsx').then((m) => m.SignupScreen)) },
  { path: '/verify', lazy: lazyScreen(() => import('./screens/verify.tsx').then((m) => m.VerifyScreen)) },
];
