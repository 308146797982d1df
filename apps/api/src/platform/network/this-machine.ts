import type { Request } from 'express';
import { isLoopback } from './client-address.ts';

export const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What proxies add by which they tell for whom they ask, and as what. */
const ofProxies = /^(x-forwarded-.+|x-real-ip|x-client-ip|x-original-.+|true-client-ip|cf-.+|forwarded|via)$/;

/**
 * The socket's own address counts, since headers can be made up. What only headers and the protocol can tell only
 * closes: a foreign name that points here, and a proxy on this machine that speaks for another. Proxies that say nothing
 * of themselves ask by HTTP 1.0, as no browser does.
 */
export function isFromThisMachine({ headers, socket, httpVersion }: Request): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const isProxied = httpVersion === '1.0' || Object.keys(headers).some((name) => ofProxies.test(name));
  return isLoopback(socket.remoteAddress ?? '') && localNames.has(host) && !isProxied;
}
