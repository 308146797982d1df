import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

interface Asked {
  error: unknown;
  isLoadingError: boolean;
  refetch: () => unknown;
}

/** Shows a skeleton while loading, or the error. */
export function Awaited({ asked, children }: { asked: readonly Asked[]; children: ReactNode }) {
  const failed = asked.find(({ isLoadingError }) => isLoadingError);
  return failed ? <ErrorState error={failed.error} onRetry={failed.refetch} /> : children;
}
