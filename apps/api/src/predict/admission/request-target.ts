const base = '/api/v1/predict/';
const protocolBase = '/v2';
const id = /^api_[0-9a-f]{32}$/;
const keyNames = new Set(['key', 'apikey', 'api_key', 'api-key', 'token', 'access_token', 'authorization']);

export const isPrediction = (url: string | undefined): boolean =>
  url !== undefined && (url.startsWith(base) || isProtocol(url));

/** Whether the call uses the Open Inference Protocol, which has its own error format. */
export function isProtocol(url: string): boolean {
  if (!url.startsWith(protocolBase)) return false;
  const next = url[protocolBase.length];
  return next === undefined || next === '/' || next === '?';
}

/** The requested endpoint: predictions in one of three formats, or metadata. */
export type Part =
  | 'predict'
  | 'stream'
  | 'infer'
  | 'openapi'
  | 'metadata'
  | 'ready'
  | 'server'
  | 'live'
  | 'serverReady';

/** HTTP method of each endpoint. */
export const methodOf: Record<Part, 'GET' | 'POST'> = {
  predict: 'POST',
  stream: 'POST',
  infer: 'POST',
  openapi: 'GET',
  metadata: 'GET',
  ready: 'GET',
  server: 'GET',
  live: 'GET',
  serverReady: 'GET',
};

/** Value of the Allow header. An unknown path allows every method. */
export const methodsOf = (part: Part | null): string => `${part ? methodOf[part] : 'GET, POST'}, OPTIONS`;

export interface Target {
  /** Null if the path has no API. */
  apiId: string | null;
  /** Null for an unknown path. */
  part: Part | null;
  /** The version in the path of the protocol. */
  version: number | null;
  /** Query string with its question mark; empty if there is none. */
  query: string;
  keyInUrl: boolean;
}

const openApiSuffix = '/openapi.json';
const streamSuffix = '/stream';

type Place = Pick<Target, 'apiId' | 'part' | 'version'>;

export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark);
  const place = isProtocol(url) ? readProtocol(path) : readPlain(path.slice(base.length));
  return { ...place, query, keyInUrl: url.includes('rc_live_') || namesKey(query) };
}

function readPlain(path: string): Place {
  const [part, name] = path.endsWith(openApiSuffix)
    ? (['openapi', path.slice(0, -openApiSuffix.length)] as const)
    : path.endsWith(streamSuffix)
      ? (['stream', path.slice(0, -streamSuffix.length)] as const)
      : (['predict', path.endsWith('/') ? path.slice(0, -1) : path] as const);
  return { apiId: id.test(name) ? name : null, part, version: null };
}

const protocolModel = /^\/v2\/models\/([^/]+)(?:\/versions\/([1-9]\d{0,8}))?(\/ready|\/infer)?$/;

function readProtocol(path: string): Place {
  const nowhere = { apiId: null, version: null };
  if (path === protocolBase || path === `${protocolBase}/`) return { ...nowhere, part: 'server' };
  if (path === '/v2/health/live') return { ...nowhere, part: 'live' };
  if (path === '/v2/health/ready') return { ...nowhere, part: 'serverReady' };
  const [, name = '', version, last] = protocolModel.exec(path) ?? [];
  if (!id.test(name)) return { ...nowhere, part: null };
  const part = last === '/infer' ? 'infer' : last === '/ready' ? 'ready' : 'metadata';
  return { apiId: name, version: version ? Number(version) : null, part };
}

function namesKey(query: string): boolean {
  if (!query) return false;
  return [...new URLSearchParams(query).keys()].some((name) => keyNames.has(name.toLowerCase()));
}
