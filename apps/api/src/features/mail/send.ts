import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type MailBody, sealBody } from './body.ts';
import { mailRepository } from './repository.ts';

export interface Mail extends MailBody {
  to: string;
  subject: string;
}

/** Puts a mail in the outbox as part of the caller's transaction; the jobs process delivers it. */
export async function sendMail(
  { config, clock }: Services,
  { db, enqueue }: UnitOfWork,
  { to, subject, ...body }: Mail,
): Promise<void> {
  const id = newId('mail');
  await mailRepository(db).insert({
    id,
    recipient: to,
    subject,
    sealedBody: sealBody(body, config.ENCRYPTION_KEY),
    createdAt: clock.now(),
  });
  await enqueue('mail', { workspaceId: null, subjectId: id }, { mailId: id });
}
