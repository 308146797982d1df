import { useEffect, useState } from 'react';

const read = () => new URLSearchParams(window.location.hash.slice(1)).get('token');

/**
 * The token in the hash of a mail link, also if the link opens in this page. It is removed from the URL after
 * reading, so that it is not shared by accident.
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
