import { MutationCache, QueryClient } from '@tanstack/react-query';
import { RequestError } from '../http/request-error.ts';
import { notifyError, notifyFailure } from '../notify/notify.ts';
import { atEndOfSession } from '../session/session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows this error itself, so there is no toast. */
      quiet?: boolean;
      /** Shown when the server gave no message of its own. */
      fallback?: string;
      /** Shown whatever the server says, with what it says below. */
      failed?: string;
    };
  }
}

function worthRepeating(failures: number, error: Error): boolean {
  const status = error instanceof RequestError ? error.status : undefined;
  const passing =
    error instanceof RequestError && (error.code === 'NETWORK' || status === 502 || status === 503);
  return passing && failures < 2;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that thinks it is offline may still reach a server near it, and what cannot be asked fails at once: kept
    // for later, a deletion would happen when nobody expects it any more.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
      retry: worthRepeating,
      staleTime: 30_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      const { quiet, failed, fallback } = mutation.meta ?? {};
      if (quiet) return;
      if (failed) notifyFailure(error, failed);
      else notifyError(error, fallback);
    },
  }),
});

atEndOfSession(() => queryClient.clear());
