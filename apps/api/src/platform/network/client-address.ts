import type { IncomingMessage } from 'node:http';
import type { Place } from '@rowcast/contracts';
import ipaddr from 'ipaddr.js';

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** What limits count by: an IPv4 address, or the /64 that one IPv6 customer commands. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${parsed.toNormalizedString().split(':', 4).join(':')}::/64`;
}

/** Whom a request comes from, so many proxies in front of us being believed: the rule of Express' `trust proxy`. */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: number,
): string {
  const direct = socket.remoteAddress ?? '';
  const reported = headers['x-forwarded-for'];
  if (trustedProxies === 0 || !reported) return direct;
  const nearestFirst = String(reported)
    .split(',')
    .map((each) => each.trim())
    .reverse();
  return [direct, ...nearestFirst][Math.min(trustedProxies, nearestFirst.length)] ?? direct;
}

const privateRanges = new Set(['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/** The network of an address, derived from the address alone. */
export function placeOf(address: string): Place {
  if (!ipaddr.isValid(address)) return { kind: 'unknown', address };
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  const kind = range === 'loopback' ? 'loopback' : privateRanges.has(range) ? 'private' : 'public';
  return { kind, address: parsed.toString() };
}
