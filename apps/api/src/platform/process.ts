import { ConfigError } from './config.ts';

/** Starts, waits for SIGTERM or SIGINT, and ends in order. A wrong configuration is told without a stack. */
export async function runUntilSignal(start: () => Promise<() => Promise<void>>): Promise<void> {
  try {
    const stop = await start();
    const end = () => {
      const cutOff = setTimeout(() => process.exit(1), 15_000);
      cutOff.unref();
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.once('SIGTERM', end).once('SIGINT', end);
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(error instanceof ConfigError ? 78 : 1);
  }
}
