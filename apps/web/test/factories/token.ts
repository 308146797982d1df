/** An access token as the server makes them; nobody here looks at its signature. */
export const aToken = (sub: string, sid = 'sid') =>
  ['header', JSON.stringify({ sub, sid }), 'signature'].map((part) => btoa(part)).join('.');
