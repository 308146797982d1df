import { queuePrefix } from '@rowcast/contracts';
import { Worker } from 'bullmq';
import { deliverMail, openBody } from '../../src/features/mail/index.ts';
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

/** The newest mail to this address, opened. */
export async function newestMail({ sql, services }: Pick<TestApp, 'sql' | 'services'>, email: string) {
  const { rows } = await sql.query(
    'select subject, sealed_body from mails where recipient = $1 order by created_at desc, id desc limit 1',
    [email],
  );
  const body = openBody(rows[0]?.sealed_body, services.config.ENCRYPTION_KEY);
  return { subject: String(rows[0]?.subject), ...body };
}

/** What the link in the newest mail to this address carries. */
export async function linkTokenFor(app: TestApp, email: string): Promise<string> {
  const { link = '' } = await newestMail(app, email);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  if (!token) throw new Error(`the newest mail to ${email} has no link`);
  return token;
}

/** As if the time that limits count had passed. */
export async function forgetLimits({ services }: Pick<TestApp, 'services'>, name = ''): Promise<void> {
  const keys = await services.redis.keys(`limit:${name}*`);
  if (keys.length) await services.redis.del(keys);
}
