/** The refetch interval of call statistics while calls arrive. */
export const statisticsRefetchMs = 10_000;

/** Throttles with a leading and a trailing call. */
export function throttle<A>(act: (argument: A) => void, pauseMs: number): (argument: A) => void {
  let resting = false;
  let waiting: { argument: A } | null = null;
  const run = (argument: A) => {
    act(argument);
    resting = true;
    setTimeout(() => {
      const next = waiting;
      resting = false;
      waiting = null;
      if (next) run(next.argument);
    }, pauseMs);
  };
  return (argument) => {
    if (resting) waiting = { argument };
    else run(argument);
  };
}
