import { fillText, type Language, type MailKind } from '@rowcast/contracts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { type MailBody, sealBody } from './encrypted-body.ts';
import type { MailTexts } from './mail-texts.ts';
import { countRecipient } from './recipients/limit.ts';
import { oneClickLink, optOutLink } from './recipients/opt-out-token.ts';
import { mailRepository } from './repository.ts';
import { mailTexts } from './texts.ts';

export interface Mail extends Omit<MailBody, 'text' | 'optOut' | 'oneClick'> {
  kind: MailKind;
  /** Of what a workspace sends; what a person asked for themselves has none. */
  workspaceId?: string;
  to: string;
  write(texts: MailTexts, language: Language): { subject: string; text: string };
}

/** Of someone without an account, or who chose none: that of the request, where there is one. */
type Sender = Services & { language?: Language };

/** Puts a mail in the outbox as part of the caller's transaction; the jobs process delivers it. Throws if the address got too many. */
export async function sendMail(
  { config, clock, language = 'en' }: Sender,
  { db, enqueue }: UnitOfWork,
  { kind, workspaceId, to, write, ...body }: Mail,
): Promise<void> {
  await countRecipient({ config, clock }, { db }, { kind, to });
  const id = newId('mail');
  const repository = mailRepository(db);
  const chosen = (await repository.languageOf(to)) ?? language;
  const texts = mailTexts[chosen];
  const { subject, text } = write(texts, chosen);
  const optOut = kind === 'invitation' ? optOutLink(config, to) : undefined;
  const oneClick = optOut ? oneClickLink(config, to) : undefined;
  const footer = optOut ? `\n${fillText(texts.optOut, { link: optOut })}\n` : '';
  await repository.insert({
    id,
    recipient: to,
    subject,
    sealedBody: sealBody(
      { ...body, text: `${text}${footer}`, ...(optOut && { optOut, oneClick }) },
      config.ENCRYPTION_KEY,
    ),
    createdAt: clock.now(),
  });
  await enqueue('mail', { workspaceId: workspaceId ?? null, subjectId: id }, { mailId: id, kind });
}
