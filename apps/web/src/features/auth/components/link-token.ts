import { useEffect, useState } from 'react';

const read = () => new URLSearchParams(window.location.hash.slice(1)).get('token');

/**
 * The token behind the # of a mail's link, also of one opened while the page is open: then only that part of the address
 * changes. Taken out of the address once read, which is easily shown or shared.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(read);
  useEffect(() => {
    const take = () => {
      const found = read();
      if (!found) return;
      setToken(found);
      window.history.replaceState(window.history.state, '', window.location.href.split('#')[0]);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}
