import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { homeOf } from '@/shared/lib/navigation/paths.ts';
import { pendingInvite } from '@/shared/lib/session/pending-invite.ts';
import { useSession } from '@/shared/lib/session/session.ts';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useMe } from '../api.ts';
import { useReturnState } from './return-path.ts';

/** Requires that nobody is signed in. Sends others to the requested page or their dashboard. */
export function SignedOut({ children }: { children: ReactNode }) {
  const signedIn = useSession((session) => session.signedIn);
  return signedIn ? <ToDashboard /> : children;
}

function ToDashboard() {
  const { from } = useReturnState();
  const me = useMe();
  if (me.data) return <Navigate to={from ?? pendingInvite.path() ?? homeOf(me.data).overview} replace />;
  return me.error ? <ErrorState error={me.error} onRetry={me.refetch} /> : <Leaving />;
}

/** Replaces the form while the redirect target loads. */
function Leaving() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-4" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
