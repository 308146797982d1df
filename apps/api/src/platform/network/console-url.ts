import type { Config } from '../config.ts';

/** An address of the console for a mail. Never made of a request's Host header, which its sender chooses. */
export function consoleUrl({ PUBLIC_URL, HOST, PORT }: Config, path: string): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST;
  return new URL(path, PUBLIC_URL ?? `http://${host}:${PORT}`).href;
}
