import { useEffect, useState } from 'react';

/** The token behind the # of a mail's link. Read once, then taken out of the address, which is easily shown or shared. */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token'));
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', window.location.href.split('#')[0]);
  }, [token]);
  return token;
}
