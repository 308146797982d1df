import { Outlet } from 'react-router-dom';
import { SignedOut } from './signed-out.tsx';

/** The layout of the sign-in routes for signed-out users. */
export const GuestsOnly = () => (
  <SignedOut>
    <Outlet />
  </SignedOut>
);
