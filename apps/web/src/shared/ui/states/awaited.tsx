import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

interface LoadState {
  error: unknown;
  isLoadingError: boolean;
  refetch: () => unknown;
}

/** Shows a skeleton while loading, or the error. */
export function Awaited({ queries, children }: { queries: readonly LoadState[]; children: ReactNode }) {
  const failed = queries.find(({ isLoadingError }) => isLoadingError);
  return failed ? <ErrorState error={failed.error} onRetry={failed.refetch} /> : children;
}
