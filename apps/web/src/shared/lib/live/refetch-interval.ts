/** How often figures that count calls are asked for while calls come. */
export const callFiguresMs = 10_000;

/** For what is told often: acts at once, then at most once in each pause, and always after the last time. */
export function nowAndThen<A>(act: (argument: A) => void, pauseMs: number): (argument: A) => void {
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
