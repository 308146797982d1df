import { queues } from '@rowcast/contracts';
import type { JobRow } from '../../../db/jobs.repository.ts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import type { JobHandler } from '../../../platform/queue/job-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { deliverMail } from './deliver.ts';

async function tell(_services: Services, { publish }: UnitOfWork, { workspaceId }: JobRow): Promise<void> {
  if (workspaceId) publish(workspaceId, { type: 'mails.changed' });
}

export const mailJob: JobHandler = {
  queue: 'mail',
  run: (services, payload) => deliverMail(services, queues.mail.payload.parse(payload)),
  succeeded: tell,
  failed: tell,
};
