import { useQueryClient } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { useEffect } from 'react';
import { Outlet, useParams } from 'react-router-dom';
import { askForMe, SignedIn, useMe } from '@/features/auth/index.ts';
import { ConsoleHeader, ConsoleSidebar } from '@/features/console/index.ts';
import { NotFoundScreen } from '@/features/problems/index.ts';
import { followEvents } from '@/shared/lib/events.ts';
import { queryClient } from '@/shared/lib/query-client.ts';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { liveHandlers } from '../live.ts';
import { Providers } from './providers.tsx';
import { Starting } from './starting.tsx';

askForMe(queryClient);

function useLiveEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    void followEvents(liveHandlers, queries, stop.signal);
    return () => stop.abort();
  }, [queries]);
}

function Workspace() {
  useLiveEvents();
  const { username = '' } = useParams();
  const me = useMe();
  if (!me.data) {
    return me.error ? (
      <main className="mx-auto max-w-xl px-4 py-24">
        <ErrorState error={me.error} onRetry={me.refetch} />
      </main>
    ) : (
      <Starting />
    );
  }
  const member = me.data.username === username || me.data.workspaces.some(({ slug }) => slug === username);
  if (!member) return <NotFoundScreen />;
  return (
    <div className="flex min-h-dvh flex-col">
      <ConsoleHeader user={me.data} />
      <div className="flex flex-1">
        <ConsoleSidebar />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8">
          <div className="mx-auto max-w-6xl">
            <Outlet />
          </div>
        </main>
      </div>
    </div>
  );
}

export function ConsoleLayout() {
  return (
    <Providers>
      <NuqsAdapter>
        <SignedIn>
          <Workspace />
        </SignedIn>
      </NuqsAdapter>
    </Providers>
  );
}
