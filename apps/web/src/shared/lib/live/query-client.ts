import { MutationCache, QueryClient } from '@tanstack/react-query';
import { RequestError } from '../http/request-error.ts';
import { notifyError, notifyFailure } from '../notify/notify.ts';
import { atEndOfSession } from '../session/session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows the error itself, so there is no toast. */
      quiet?: boolean;
      /** Shown if the server returns no message. */
      fallback?: string;
      /** The title of the toast; the server's message is below it. */
      failed?: string;
    };
  }
}

function isRetryable(failures: number, error: Error): boolean {
  const status = error instanceof RequestError ? error.status : undefined;
  const passing =
    error instanceof RequestError && (error.code === 'NETWORK' || status === 502 || status === 503);
  return passing && failures < 2;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that reports offline may still reach a local server. Requests fail at once instead of being queued: a
    // deferred deletion would be unexpected.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
      retry: isRetryable,
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
