import { atEndOfSession } from '@/shared/lib/session/session.ts';

/** Samples that are trained as soon as they are ready, because their targets are known. Empty after a reload. */
const awaited = new Set<string>();

atEndOfSession(() => awaited.clear());

export const trainWhenReady = (datasetId: string) => void awaited.add(datasetId);

/** True once for each sample, so that it is trained once. */
export const takeAwaited = (datasetId: string): boolean => awaited.delete(datasetId);
