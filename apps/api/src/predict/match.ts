import { apiId } from '@rowcast/contracts';

const base = '/api/v1/predict/';
const keyNames = new Set(['key', 'apikey', 'api_key', 'api-key', 'token', 'access_token', 'authorization']);

export const isPrediction = (url: string | undefined): boolean => url?.startsWith(base) ?? false;

export interface Target {
  /** Null when the path names no API. */
  apiId: string | null;
  keyInUrl: boolean;
}

export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const id = path.slice(base.length).replace(/\/$/, '');
  return {
    apiId: apiId.safeParse(id).data ?? null,
    keyInUrl: url.includes('rc_live_') || namesKey(url, mark),
  };
}

function namesKey(url: string, mark: number): boolean {
  if (mark < 0) return false;
  return [...new URLSearchParams(url.slice(mark)).keys()].some((name) => keyNames.has(name.toLowerCase()));
}
