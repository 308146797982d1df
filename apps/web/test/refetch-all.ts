import { act } from '@testing-library/react';
import { queryClient } from '@/shared/lib/live/query-client.ts';

/** Refetches all active queries. Observers are notified in the next task. */
export const refetchAll = () =>
  act(async () => {
    await queryClient.refetchQueries();
    await new Promise((resolve) => setTimeout(resolve));
  });
