import { type QueueName, queueNames, queues } from '@rowcast/contracts';
import type { JobHandler } from '../../platform/queue/job-handler.ts';
import { archiveJob, eraseJob } from '../account/index.ts';
import { ingestJob, lintJob, pullJob } from '../datasets/index.ts';
import { mailJob } from '../mail/index.ts';
import { startTrainingsAfter, trainJob } from '../models/index.ts';
import { sendPush } from '../notifications/index.ts';
import { scrubJob } from './scrub.ts';
import { sweepJob } from './sweep.ts';

const pushJob: JobHandler = {
  queue: 'push',
  run: (services, payload) => sendPush(services, queues.push.payload.parse(payload)),
};

export const jobHandlers: readonly JobHandler[] = [
  pullJob,
  startTrainingsAfter(ingestJob),
  lintJob,
  trainJob,
  mailJob,
  pushJob,
  archiveJob,
  eraseJob,
  sweepJob,
  scrubJob,
];

/** One handler a queue, or the process does not start: a job nobody takes would wait without a word. */
export function handlersByQueue(handlers: readonly JobHandler[]): ReadonlyMap<QueueName, JobHandler> {
  const byQueue = new Map<QueueName, JobHandler>();
  for (const handler of handlers) {
    if (byQueue.has(handler.queue)) throw new Error(`two handlers for the queue ${handler.queue}`);
    byQueue.set(handler.queue, handler);
  }
  const missing = queueNames.filter((name) => !byQueue.has(name));
  if (missing.length > 0) throw new Error(`no handler for the queues ${missing.join(', ')}`);
  return byQueue;
}
