import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

interface Asked {
  error: unknown;
  isLoadingError: boolean;
  refetch: () => unknown;
}

/** In place of what is not known yet: its skeleton, or why it could not be fetched. */
export function Awaited({ asked, children }: { asked: readonly Asked[]; children: ReactNode }) {
  const failed = asked.find(({ isLoadingError }) => isLoadingError);
  return failed ? <ErrorState error={failed.error} onRetry={failed.refetch} /> : children;
}
