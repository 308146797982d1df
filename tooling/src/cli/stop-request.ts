import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

type StopRequest = { signal: AbortSignal; asked: Promise<void> };

let received: StopRequest | undefined;

/** Ctrl-C, a polite signal, or the end of the program that started this one. */
export function stopRequest(): StopRequest {
  received ??= receive();
  return received;
}

function receive(): StopRequest {
  const controller = new AbortController();
  const asked = new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  process.on('disconnect', () => controller.abort());
  return { signal: controller.signal, asked };
}

/**
 * Waits for a program, and ends it when this one is asked to stop.
 *
 * @returns Its exit code; null where a signal ended it.
 * @throws AbortError where the stop was asked for; an Error where it can't be started.
 */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  const { signal, asked } = stopRequest();
  void asked.then(() => child.kill());
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.throwIfAborted();
  return code;
}
