import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import { askForMe, SignedIn, useMe } from '@/features/auth/index.ts';
import { NotFoundScreen } from '@/features/problems/index.ts';
import { ProofHost } from '@/features/security/index.ts';
import { useFollowPreferences } from '@/features/settings/index.ts';
import { queryClient } from '@/shared/lib/query-client.ts';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { ConsoleFrame } from './console-frame.tsx';
import { ConsoleProviders } from './console-providers.tsx';

askForMe(queryClient);

/** Its code knows the answers of every feature, more than the first screen needs to appear. */
function useLiveEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    void import('../live.ts').then(({ followChanges }) => followChanges(queries, stop.signal));
    return () => stop.abort();
  }, [queries]);
}

function Workspace() {
  useLiveEvents();
  const { username = '' } = useParams();
  const { pathname, search, hash } = useLocation();
  const me = useMe();
  useFollowPreferences(me.data);
  if (me.error && !me.data) {
    return (
      <main className="mx-auto max-w-xl px-4 py-24">
        <ErrorState error={me.error} onRetry={me.refetch} />
      </main>
    );
  }
  const moved = me.data?.workspaces.find(({ formerSlugs }) => formerSlugs.includes(username));
  if (moved) {
    const place = pathname.replace(/^\/[^/]+/, `/${moved.slug}`);
    return <Navigate to={`${place}${search}${hash}`} replace />;
  }
  const mine =
    !me.data || [me.data.username, ...me.data.workspaces.map(({ slug }) => slug)].includes(username);
  if (!mine) return <NotFoundScreen />;
  return (
    <ConsoleFrame user={me.data}>
      <Outlet />
      <ProofHost />
    </ConsoleFrame>
  );
}

export function ConsoleLayout() {
  return (
    <ConsoleProviders>
      <SignedIn>
        <Workspace />
      </SignedIn>
    </ConsoleProviders>
  );
}
