import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { useSession } from '@/shared/lib/session/session.ts';

/** Requires a session. Sends others to the login screen, and afterwards back. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { signedIn, ended } = useSession();
  const { pathname, search, hash } = useLocation();
  if (signedIn) return children;
  if (ended === 'deleted') return <Navigate to={publicPaths.home} replace />;
  if (ended === 'signed-out') return <Navigate to={publicPaths.login} replace />;
  return <Navigate to={publicPaths.login} replace state={{ from: `${pathname}${search}${hash}` }} />;
}
