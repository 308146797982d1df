import type { QueueName } from '@rowcast/contracts';
import type { Config } from '../config.ts';

interface QueueSettings {
  attempts: number;
  /** Estimated seconds of a job that names no cost. */
  costSeconds: number;
  /** Dispatched jobs of one workspace, those between two attempts included; otherwise `WORKSPACE_RUNNING_JOBS`. */
  maxRunning?: number;
}

/** Deliveries are short, and one that is retried for minutes must not hold up the others of its workspace. */
const deliveries = 16;

export const queueSettings: Record<QueueName, QueueSettings> = {
  pull: { attempts: 3, costSeconds: 10 },
  ingest: { attempts: 3, costSeconds: 2 },
  lint: { attempts: 2, costSeconds: 3 },
  train: { attempts: 2, costSeconds: 60 },
  mail: { attempts: 8, costSeconds: 1, maxRunning: deliveries },
  push: { attempts: 4, costSeconds: 1, maxRunning: deliveries },
  archive: { attempts: 3, costSeconds: 10 },
  erase: { attempts: 12, costSeconds: 5 },
  maintenance: { attempts: 1, costSeconds: 10 },
  scrub: { attempts: 3, costSeconds: 600 },
};

/** How many dispatched jobs of the queue a workspace may have, unless only the slots limit it. */
export const runningLimit = (queue: QueueName, config: Pick<Config, 'WORKSPACE_RUNNING_JOBS'>) =>
  queueSettings[queue].maxRunning ?? config.WORKSPACE_RUNNING_JOBS;
