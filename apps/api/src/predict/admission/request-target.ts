const base = '/api/v1/predict/';
const protocolBase = '/v2';
const id = /^api_[0-9a-f]{32}$/;
const keyNames = new Set(['key', 'apikey', 'api_key', 'api-key', 'token', 'access_token', 'authorization']);

export const isPrediction = (url: string | undefined): boolean =>
  url !== undefined && (url.startsWith(base) || isProtocol(url));

/** Whether the Open Inference Protocol is spoken, whose errors have a form of their own. */
export function isProtocol(url: string): boolean {
  if (!url.startsWith(protocolBase)) return false;
  const next = url[protocolBase.length];
  return next === undefined || next === '/' || next === '?';
}

/** What is asked: a prediction in one of three forms, or something about the API or the server. */
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

/** What each is asked with. */
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

/** As headers name them. Where nothing is, a script may learn that by any. */
export const methodsOf = (part: Part | null): string => `${part ? methodOf[part] : 'GET, POST'}, OPTIONS`;

export interface Target {
  /** Null when the path names no API. */
  apiId: string | null;
  /** Null where nothing is. */
  part: Part | null;
  /** The version that a call of the protocol names. */
  version: number | null;
  /** From its question mark on; empty without one. */
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
