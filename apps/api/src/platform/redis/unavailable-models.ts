import type { Redis } from 'ioredis';

/** APIs whose calls found that their model cannot be loaded; the jobs process takes them from here. */
const setKey = 'rowcast:unavailable-models';
const triedKey = (deploymentId: string) => `rowcast:unavailable-model:${deploymentId}`;
const triedSeconds = 3_600;

export const reportUnavailableModel = (redis: Redis, apiId: string): Promise<unknown> =>
  redis.sadd(setKey, apiId);

export const takeUnavailableModels = (redis: Redis): Promise<string[]> => redis.spop(setKey, 100);

/** True for the first within an hour, so that members are notified once. */
export const beginRecovery = async (redis: Redis, deploymentId: string): Promise<boolean> =>
  (await redis.set(triedKey(deploymentId), '1', 'EX', triedSeconds, 'NX')) === 'OK';

/** What kept the model from being loaded has passed. */
export const forgetRecovery = (redis: Redis, deploymentId: string): Promise<unknown> =>
  redis.del(triedKey(deploymentId));
