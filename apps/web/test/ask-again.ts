import { act } from '@testing-library/react';
import { queryClient } from '@/shared/lib/live/query-client.ts';

/** Asks again for all that is shown; whoever shows it is told of the answer in the next turn. */
export const askAgain = () =>
  act(async () => {
    await queryClient.refetchQueries();
    await new Promise((told) => setTimeout(told));
  });
