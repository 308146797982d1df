import { Outlet } from 'react-router-dom';
import { SignedOut } from './signed-out.tsx';

/** Around the screens that lead to signing in. */
export const GuestsOnly = () => (
  <SignedOut>
    <Outlet />
  </SignedOut>
);
