import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { networkError } from '@/shared/lib/http/send.ts';

const health = z.object({ status: z.string(), checks: z.record(z.string(), z.boolean()) });

/** Also an answer of 503 says which part is down. */
export async function fetchHealth(signal: AbortSignal): Promise<z.output<typeof health>> {
  const response = await fetch('/health/ready', { signal, cache: 'no-store' }).catch((error: unknown) => {
    throw signal.aborted ? error : networkError();
  });
  const body = health.safeParse(await response.json().catch(() => undefined));
  if (!body.success) throw networkError();
  return body.data;
}

/** Asked for as long as it is shown; other screens know the last answer. */
export function useHealth({ every }: { every: number | false } = { every: false }) {
  return useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => fetchHealth(signal),
    staleTime: 0,
    refetchInterval: every,
  });
}
