import { useEffect, useEffectEvent } from 'react';

interface Page {
  page: number;
  limit: number;
  total: number;
}

/**
 * A page past the last gives way to the last, as when the only entry of the last page was deleted. True until that one is
 * there.
 */
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
