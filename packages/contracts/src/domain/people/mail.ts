import { z } from 'zod';
import { mailId } from '../ids.ts';

export const mailKinds = ['code', 'invitation', 'digest', 'email_changed', 'username_changed'] as const;
export type MailKind = (typeof mailKinds)[number];
export const mailKind = z.enum(mailKinds);

/** Why an email was not sent, where someone can act on it. */
export const mailFailures = ['NO_WAY', 'UNREACHABLE', 'LOGIN_REFUSED', 'REFUSED', 'UNKNOWN'] as const;
export type MailFailure = (typeof mailFailures)[number];

export const failedMail = z
  .object({
    id: mailId,
    kind: mailKind.nullable().describe('null for emails created before kinds were recorded'),
    to: z.string().describe('masked email address'),
    createdAt: z.iso.datetime(),
    failedAt: z.iso.datetime().describe('when the last attempt ended'),
    why: z
      .enum(mailFailures)
      .describe('no mail server is configured, it is unreachable, or it rejected the login or the email'),
    smtpStatus: z.number().int().nullable().describe('SMTP status returned by the mail server'),
    sendable: z
      .boolean()
      .describe('whether it can be resent; false for codes, which must be requested again'),
  })
  .meta({ id: 'FailedMail' });
export type FailedMail = z.infer<typeof failedMail>;
