import { Navigate } from 'react-router-dom';
import { SignedIn, useMe } from '@/features/auth/index.ts';
import { homeOf } from '@/shared/lib/navigation/paths.ts';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Providers } from './providers.tsx';
import { Starting } from './starting.tsx';

function Redirect() {
  const me = useMe();
  if (me.data) return <Navigate to={homeOf(me.data).apis} replace />;
  return me.error ? <ErrorState page error={me.error} onRetry={me.refetch} /> : <Starting />;
}

/** /apis redirects to the APIs of the current user. */
export function MyApis() {
  return (
    <Providers>
      <SignedIn>
        <Redirect />
      </SignedIn>
    </Providers>
  );
}
