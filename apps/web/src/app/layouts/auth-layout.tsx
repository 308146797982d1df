import { Outlet } from 'react-router-dom';
import { AuthFrame } from './auth-frame.tsx';
import { Providers } from './providers.tsx';

export function AuthLayout() {
  return (
    <Providers>
      <AuthFrame>
        <Outlet />
      </AuthFrame>
    </Providers>
  );
}
