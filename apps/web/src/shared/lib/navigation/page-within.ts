import { useEffect, useEffectEvent } from 'react';

interface Page {
  page: number;
  limit: number;
  total: number;
}

/** Moves past-the-end pages to the last one, for example after a deletion. Returns true until that page has loaded. */
export function usePageWithin(pagination: Page | undefined, onPage: (page: number) => void): boolean {
  const { page = 1, limit = 1, total = 0 } = pagination ?? {};
  const last = Math.max(1, Math.ceil(total / limit));
  const isPast = page > last;
  const giveWay = useEffectEvent(onPage);
  useEffect(() => {
    if (isPast) giveWay(last);
  }, [isPast, last]);
  return isPast;
}
