import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { RowcastError } from '@rowcast/contracts';
import ipaddr from 'ipaddr.js';

/** Names that mean this machine or this network wherever they are asked for (RFC 6761, RFC 6762, ICANN's .internal). */
const privateName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** On the internet, and not on one of the networks that are private, local, shared, mapped or set aside. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

type Resolve = (name: string) => Promise<{ address: string }[]>;
const resolverMs = 3_000;
const resolveName: Resolve = (name) =>
  Promise.race([lookup(name, { all: true }), sleep(resolverMs, [], { ref: false })]);

function refused(field: string, message?: string): RowcastError {
  const error = new RowcastError('ADDRESS_REFUSED', message ? { message } : {});
  return new RowcastError('ADDRESS_REFUSED', {
    message: error.message,
    fields: [{ field, message: error.message }],
  });
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Whether the operator excepts the host of an address. A port that goes without saying may stand in their list, too. */
export function isExcepted(url: string, privateHosts: readonly string[]): boolean {
  const { protocol, host, hostname, port } = new URL(url);
  const named = `${hostname}:${port || defaultPorts[protocol]}`;
  return privateHosts.includes(host) || privateHosts.includes(named);
}

/**
 * Refuses an address that leads to this machine or a private network, however it is written: URL brings 127.1, octal
 * and hexadecimal forms into one. The operator may except hosts (name and port). A name that can't be resolved soon is
 * accepted: the sender checks again.
 */
export async function checkPublicUrl(
  url: string,
  field: string,
  privateHosts: readonly string[],
  resolve = resolveName,
): Promise<void> {
  const { hostname, username, password } = new URL(url);
  if (username || password) throw refused(field, 'Remove the username and password from the URL.');
  if (isExcepted(url, privateHosts)) return;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) {
    if (!isPublicAddress(host)) throw refused(field);
    return;
  }
  if (!host.includes('.') || privateName.test(host)) throw refused(field);
  const found = await resolve(host).catch(() => []);
  if (!found.every(({ address }) => isPublicAddress(address))) throw refused(field);
}
