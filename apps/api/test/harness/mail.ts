import { queuePrefix } from '@rowcast/contracts';
import { Worker } from 'bullmq';
import { deliverMail } from '../../src/features/mail/index.ts';
import type { TestApp } from './app.ts';

/** Works off the mail queue as the jobs process does, until it is empty. */
export async function deliverQueuedMail({ services }: Pick<TestApp, 'services'>): Promise<void> {
  const worker = new Worker('mail', (job) => deliverMail(services, job.data), {
    connection: { url: services.config.REDIS_URL },
    prefix: queuePrefix,
  });
  const queue = services.queues.get('mail');
  while ((await queue.getJobCountByTypes('waiting', 'active', 'delayed')) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await worker.close();
}
