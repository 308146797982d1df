const base = '/api/v1/predict/';
const id = /^api_[0-9a-f]{32}$/;
const keyNames = new Set(['key', 'apikey', 'api_key', 'api-key', 'token', 'access_token', 'authorization']);

export const isPrediction = (url: string | undefined): boolean => url?.startsWith(base) ?? false;

export interface Target {
  /** Null when the path names no API. */
  apiId: string | null;
  /** What is asked of it. */
  part: 'predict' | 'openapi';
  /** From its question mark on; empty without one. */
  query: string;
  keyInUrl: boolean;
}

const openApiSuffix = '/openapi.json';

export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark);
  let name = url.slice(base.length, mark < 0 ? undefined : mark);
  const part = name.endsWith(openApiSuffix) ? 'openapi' : 'predict';
  if (part === 'openapi') name = name.slice(0, -openApiSuffix.length);
  else if (name.endsWith('/')) name = name.slice(0, -1);
  return {
    apiId: id.test(name) ? name : null,
    part,
    query,
    keyInUrl: url.includes('rc_live_') || namesKey(query),
  };
}

function namesKey(query: string): boolean {
  if (!query) return false;
  return [...new URLSearchParams(query).keys()].some((name) => keyNames.has(name.toLowerCase()));
}
