import type { RouteContract } from '@rowcast/contracts/http/route';
import { type CallInput, fillPath, queryOf } from './call.ts';
import { send } from './send.ts';

/** The file name from the server, or the given default. */
export const nameIn = (header: string | null, otherwise: string): string => {
  const encoded = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  return encoded ? decodeURIComponent(encoded) : (header?.match(/filename="?([^";]+)/i)?.[1] ?? otherwise);
};

/** Downloads a file in the browser. */
export function saveFile(content: Blob, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = filename;
  link.click();
  // The browser reads the URL after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Calls a route that returns a file and saves the file. */
export async function download<R extends RouteContract & { download: readonly string[] }>(
  route: R,
  input: CallInput<R>,
  filename: string,
): Promise<void> {
  const response = await send(route.method, fillPath(route.path, input.params), {
    signal: input.signal,
    search: queryOf(input),
    timeout: false,
  });
  saveFile(await response.blob(), nameIn(response.headers.get('content-disposition'), filename));
}
