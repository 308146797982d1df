import type { ApiSettings } from '@rowcast/contracts';

/** The call's address with the API's own threshold or costs in it, unless it names either itself. */
export function withDecision(query: string, { threshold, costs }: ApiSettings): string {
  const own = costs ? `costs=${encodeURIComponent(JSON.stringify(costs))}` : `threshold=${threshold}`;
  if (!costs && typeof threshold !== 'number') return query;
  if (/[?&](threshold|costs)=/.test(query)) return query;
  return query ? `${query}&${own}` : `?${own}`;
}
