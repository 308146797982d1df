import { inspect } from 'node:util';
import { ConfigError } from './config.ts';
import { loggedError } from './errors/logged-error.ts';

/** A configuration error is printed without a stack, any other error as in the log. */
function endWith(error: unknown): never {
  // Whole: where it came from stands in the innermost cause.
  console.error(error instanceof ConfigError ? error.message : inspect(loggedError(error), { depth: null }));
  process.exit(error instanceof ConfigError ? 78 : 1);
}

/** Runs until SIGTERM or SIGINT, then shuts down gracefully. */
export async function runUntilSignal(start: () => Promise<() => Promise<void>>): Promise<void> {
  // Node's own way prints whatever a driver has put into its error.
  process.on('uncaughtException', endWith);
  try {
    const stop = await start();
    let stopping: Promise<void> | undefined;
    const end = () => {
      // A terminal sends SIGINT to the whole group, and the parent sends SIGTERM at the same time.
      if (stopping) return;
      setTimeout(() => process.exit(1), 15_000).unref();
      stopping = stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.once('SIGTERM', end).once('SIGINT', end);
  } catch (error) {
    endWith(error);
  }
}
