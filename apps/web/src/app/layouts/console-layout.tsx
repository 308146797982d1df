import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import { prefetchMe, SignedIn, useMe } from '@/features/auth/index.ts';
import { LeftWorkspace } from '@/features/console/index.ts';
import { NotFoundScreen } from '@/features/problems/index.ts';
import { ProofHost } from '@/features/security/index.ts';
import { useFollowPreferences } from '@/features/settings/index.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { workspacePaths } from '@/shared/lib/navigation/paths.ts';
import { isWorkspaceSlug } from '@/shared/lib/navigation/workspace.ts';
import { useSession } from '@/shared/lib/session/session.ts';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { ConsoleFrame } from './console-frame.tsx';
import { ConsoleProviders } from './console-providers.tsx';

prefetchMe(queryClient);

/** Loaded later, because it includes the cache handlers of every feature. */
function useLiveEvents(isEnabled: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isEnabled) return;
    const stop = new AbortController();
    void import('../live.ts').then(({ followChanges }) => followChanges(queries, stop.signal));
    return () => stop.abort();
  }, [queries, isEnabled]);
}

/** Reloads the page for another workspace, so that no cached data of the first remains. */
function useReloadOnWorkspaceChange(slug: string): void {
  const [first] = useState(slug);
  useEffect(() => {
    if (slug !== first) window.location.reload();
  }, [slug, first]);
}

function Workspace() {
  const { username = '' } = useParams();
  const { pathname, search, hash } = useLocation();
  const me = useMe();
  useFollowPreferences(me.data);
  const [known, setKnown] = useState<string>();
  const mine = me.data?.workspaces.find(({ slug }) => slug === username);
  const moved = me.data?.workspaces.find(({ formerSlugs }) => formerSlugs.includes(username));
  useReloadOnWorkspaceChange(username);
  useLiveEvents(!me.data || mine !== undefined);
  if (mine && mine.name !== known) setKnown(mine.name);
  if (me.error && !me.data) {
    return (
      <main className="mx-auto max-w-xl px-4 py-24">
        <ErrorState page error={me.error} onRetry={me.refetch} />
      </main>
    );
  }
  if (me.data && !mine) {
    const place = moved && pathname.replace(/^\/[^/]+/, `/${moved.slug}`);
    if (place) return <Navigate to={`${place}${search}${hash}`} replace />;
    const [elsewhere] = me.data.workspaces;
    if (!elsewhere) return <NotFoundScreen />;
    const home = workspacePaths(elsewhere.slug).overview;
    // The 404 page with the navigation of a workspace that the person is a member of.
    if (!known) return <Navigate to={`${home}${pathname}`} replace />;
    return <LeftWorkspace name={known} elsewhere={home} />;
  }
  return (
    <ConsoleFrame user={me.data}>
      <Outlet />
      <ProofHost />
    </ConsoleFrame>
  );
}

export function ConsoleLayout() {
  const { username = '' } = useParams();
  const person = useSession((session) => session.person);
  // A reserved name can't be a workspace, so there is no need to sign in.
  if (!isWorkspaceSlug(username)) return <NotFoundScreen />;
  return (
    <ConsoleProviders>
      {/* Remounts for another person, so that no data of the first stays on screen. */}
      <SignedIn key={person}>
        <Workspace />
      </SignedIn>
    </ConsoleProviders>
  );
}
