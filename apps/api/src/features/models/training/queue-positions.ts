import type { QueuePosition } from '@rowcast/contracts';
import { forecastQueue } from '../../../platform/queue/forecast.ts';
import type { Services } from '../../../platform/services.ts';
import type { ModelRow } from '../repository.ts';

type Queued = Pick<ModelRow, 'status' | 'jobId'>;

/** Positions and estimated starts of those of the models that are queued. */
export async function queuePositions(
  services: Services,
  models: readonly Queued[],
): Promise<(model: Queued) => QueuePosition | null> {
  const queued = models.flatMap(({ status, jobId }) => (status === 'queued' && jobId ? [jobId] : []));
  if (queued.length === 0) return () => null;
  const forecast = await forecastQueue(services, 'train', queued);
  return ({ jobId }) => {
    const found = jobId && forecast.get(jobId);
    if (!found) return null;
    const { position, startsAt } = found;
    return { position, estimatedStart: startsAt?.toISOString() ?? null };
  };
}
