import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { networkError } from '@/shared/lib/http/send.ts';

const health = z.object({ status: z.string(), checks: z.record(z.string(), z.boolean()) });

/** A 503 response also lists the unhealthy components. */
export async function fetchHealth(signal: AbortSignal): Promise<z.output<typeof health>> {
  const response = await fetch('/health/ready', { signal, cache: 'no-store' }).catch((error: unknown) => {
    throw signal.aborted ? error : networkError();
  });
  const body = health.safeParse(await response.json().catch(() => undefined));
  if (!body.success) throw networkError();
  return body.data;
}

/** Refetched while visible; other screens use the cached result. */
export function useHealth({ every }: { every: number | false } = { every: false }) {
  return useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => fetchHealth(signal),
    staleTime: 0,
    refetchInterval: every,
  });
}
