const safeKey = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\/?$/;

export function checkKey(key: string): string {
  if (!safeKey.test(key) || key.includes('..')) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}
