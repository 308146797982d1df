import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { RowcastError } from '@rowcast/contracts';
import { Agent, type Dispatcher, request } from 'undici';
import { checkPublicUrl, isExcepted, isPublicAddress } from './public-address.ts';

const maxRedirects = 5;
const idleMs = 30_000;

export interface Fetched {
  status: number;
  body: Dispatcher.ResponseData['body'];
}

/** Asked as each connection is made, and the answer is what is connected to: a name that changes gains nothing. */
export const resolvePublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    const refused = found.find(({ address }) => !isPublicAddress(address));
    if (refused) return done(new Error(`${hostname} leads to a private network`), '');
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  });
};

const timeouts = { headersTimeout: idleMs, bodyTimeout: idleMs };
const publicOnly = new Agent({ ...timeouts, connect: { lookup: resolvePublic, timeout: 10_000 } });
const anywhere = new Agent(timeouts);

function follow(location: string, from: string): string {
  const next = URL.parse(location, from);
  if (next && /^https?:$/.test(next.protocol)) return next.href;
  throw new RowcastError('PULL_FAILED', {
    message: 'The URL redirects to an address that is not http or https. Use another URL.',
  });
}

/**
 * Gets what stands at an address on the internet, following few redirects, each looked at like the first.
 * `privateHosts` are those (name and port) that the operator lets this server reach on its own network.
 */
export async function fetchPublic(
  url: string,
  { privateHosts, signal }: { privateHosts: readonly string[]; signal: AbortSignal },
): Promise<Fetched> {
  let next = url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    await checkPublicUrl(next, 'source', privateHosts);
    const dispatcher = isExcepted(next, privateHosts) ? anywhere : publicOnly;
    const headers = { 'accept-encoding': 'identity', 'user-agent': 'Rowcast' };
    const { statusCode, headers: reported, body } = await request(next, { dispatcher, signal, headers });
    const location = typeof reported.location === 'string' ? reported.location : undefined;
    if (statusCode < 300 || statusCode >= 400 || !location) return { status: statusCode, body };
    await body.dump();
    next = follow(location, next);
  }
  throw new RowcastError('PULL_FAILED', {
    message: 'The URL redirects too many times. Use the final URL.',
  });
}
