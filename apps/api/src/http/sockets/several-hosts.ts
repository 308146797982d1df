import type { IncomingMessage, ServerResponse } from 'node:http';
import { RowcastError } from '@rowcast/contracts';
import { newId } from '../../platform/ids.ts';

/** Proxies and servers choose between several hosts differently (RFC 9112, 3.2). */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count > 1;
}

export function refuseSeveralHosts(res: ServerResponse): void {
  const error = new RowcastError('HOST_AMBIGUOUS');
  const headers = { 'Content-Type': 'application/json', Connection: 'close' };
  res.writeHead(error.status, headers).end(JSON.stringify(error.toBody(newId('request'))));
}
