import type { FailedMail, MailKind } from '@rowcast/contracts';
import { readFailure } from './delivery-failure.ts';
import { openBody } from './encrypted-body.ts';
import type { MailRow } from './repository.ts';

interface FailedRow {
  mail: MailRow;
  kind: MailKind | null;
  failedAt: Date | null;
}

/** Enough to know whom it is about, and no more. */
const masked = (address: string) => address.replace(/^(.).*(@[^@]*)$/u, '$1•••$2');

export const presentFailedMail = ({ mail, kind, failedAt }: FailedRow): FailedMail => ({
  id: mail.id,
  kind,
  to: masked(mail.recipient),
  createdAt: mail.createdAt.toISOString(),
  failedAt: (failedAt ?? mail.createdAt).toISOString(),
  ...readFailure(mail.error),
  sendable: kind !== 'code',
});

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
