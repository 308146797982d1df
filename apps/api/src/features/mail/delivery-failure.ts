import { type MailFailure, mailFailures } from '@rowcast/contracts';

/** Thrown where a mail can go nowhere. */
export class NoWayToMail extends Error {
  override name = 'NoWayToMail';
}

/** By the codes of nodemailer. */
const byCode: Record<string, MailFailure> = {
  ECONNECTION: 'UNREACHABLE',
  ETIMEDOUT: 'UNREACHABLE',
  ESOCKET: 'UNREACHABLE',
  EDNS: 'UNREACHABLE',
  ECONNREFUSED: 'UNREACHABLE',
  ETLS: 'UNREACHABLE',
  EAUTH: 'LOGIN_REFUSED',
  ENOAUTH: 'LOGIN_REFUSED',
  EOAUTH2: 'LOGIN_REFUSED',
  EENVELOPE: 'REFUSED',
  EMESSAGE: 'REFUSED',
};

type SendError = Error & { code?: string; responseCode?: number };

const whyOf = (error: SendError): MailFailure =>
  error instanceof NoWayToMail ? 'NO_WAY' : (byCode[error.code ?? ''] ?? 'UNKNOWN');

const longest = 500;

/** As it is kept with the mail: why, what the mail server answered, and its own words, which stay on the server. */
export function failureText(error: SendError): string {
  const { responseCode, message } = error;
  return `${[whyOf(error), responseCode].filter(Boolean).join(' ')}: ${message}`.slice(0, longest);
}

/** The part shown to people. */
export function readFailure(text: string | null): { why: MailFailure; smtpStatus: number | null } {
  const [, reported, status] = /^([A-Z_]+)(?: (\d{3}))?: /.exec(text ?? '') ?? [];
  const why = mailFailures.find((known) => known === reported) ?? 'UNKNOWN';
  return { why, smtpStatus: status ? Number(status) : null };
}
