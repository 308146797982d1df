import { z } from 'zod';
import { mailId } from '../ids.ts';

export const mailKinds = ['code', 'invitation', 'digest', 'email_changed', 'username_changed'] as const;
export type MailKind = (typeof mailKinds)[number];
export const mailKind = z.enum(mailKinds);

/** Why a mail was not sent, as far as one can do something about it. */
export const mailFailures = ['NO_WAY', 'UNREACHABLE', 'LOGIN_REFUSED', 'REFUSED', 'UNKNOWN'] as const;
export type MailFailure = (typeof mailFailures)[number];

export const failedMail = z
  .object({
    id: mailId,
    kind: mailKind.nullable().describe('null of mails written before it was kept'),
    to: z.string().describe('the address, masked'),
    createdAt: z.iso.datetime(),
    failedAt: z.iso.datetime().describe('when the last attempt ended'),
    why: z
      .enum(mailFailures)
      .describe('no mail server is set, it does not answer, or it refuses the login or the mail'),
    smtpStatus: z.number().int().nullable().describe('what the mail server answered'),
    sendable: z.boolean().describe('whether it may be sent again: not so of codes, which are asked for anew'),
  })
  .meta({ id: 'FailedMail' });
export type FailedMail = z.infer<typeof failedMail>;
