/** Ctrl-C, a polite signal, or the end of the program that started this one. */
export function stopRequest(): { signal: AbortSignal; asked: Promise<void> } {
  const controller = new AbortController();
  const asked = new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  process.on('disconnect', () => controller.abort());
  return { signal: controller.signal, asked };
}
