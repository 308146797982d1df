/** An access token in the server's format, with an unchecked signature. */
export const aToken = (sub: string, sid = 'sid') =>
  ['header', JSON.stringify({ sub, sid }), 'signature'].map((part) => btoa(part)).join('.');
