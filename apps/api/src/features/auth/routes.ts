import { authRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { resendOtp } from './codes/resend-otp.ts';
import { verifyEmail } from './codes/verify-email.ts';
import { verifyOtp } from './codes/verify-otp.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { me } from './me.ts';
import { policy } from './policy.ts';
import { signup } from './signup.ts';
import { refreshToken } from './tokens/refresh-token.ts';

export const routes = [
  route(authRoutes.signup, policy.signup, signup),
  route(authRoutes.login, policy.login, login),
  route(authRoutes.resendOtp, policy.resendOtp, resendOtp),
  route(authRoutes.verifyOtp, policy.verifyOtp, verifyOtp),
  route(authRoutes.verifyEmail, policy.verifyEmail, verifyEmail),
  route(authRoutes.refreshToken, policy.refreshToken, refreshToken),
  route(authRoutes.logout, policy.logout, logout),
  route(authRoutes.me, policy.me, me),
];
