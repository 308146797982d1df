import { openBody } from './body.ts';
import type { MailRow } from './repository.ts';

export interface ReceivedMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  code: string | null;
  link: string | null;
  createdAt: string;
}

export function presentMail(mail: MailRow, key: string): ReceivedMail {
  const { text, code, link } = openBody(mail.sealedBody, key);
  return {
    id: mail.id,
    to: mail.recipient,
    subject: mail.subject,
    text,
    code: code ?? null,
    link: link ?? null,
    createdAt: mail.createdAt.toISOString(),
  };
}
