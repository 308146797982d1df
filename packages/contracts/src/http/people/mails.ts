import { z } from 'zod';
import { mailId } from '../../domain/ids.ts';
import { failedMail } from '../../domain/people/mail.ts';
import { defineRoute } from '../route.ts';

const base = { tag: 'Team', auth: 'session' } as const;

export const mailRoutes = {
  failed: defineRoute({
    ...base,
    id: 'listFailedMails',
    method: 'get',
    path: '/mails/failed',
    summary: 'List failed emails',
    description: 'Returns the newest 50 emails of the workspace that could not be sent in the last week.',
    status: 200,
    response: z.object({ data: z.array(failedMail) }),
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
  }),
  sendAgain: defineRoute({
    ...base,
    id: 'sendMailAgain',
    method: 'post',
    path: '/mails/:id/send',
    summary: 'Resend a failed email',
    description: 'Queues an email that could not be sent for another attempt.',
    params: z.object({ id: mailId }),
    status: 204,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'RECIPIENT_LIMITED',
      'RECIPIENT_OPTED_OUT',
    ],
  }),
  chooseInvitations: defineRoute({
    ...base,
    auth: 'none',
    id: 'chooseInvitationMails',
    method: 'post',
    path: '/mails/invitations',
    summary: 'Decline or allow invitation emails',
    description:
      'Decides whether the address of an invitation email receives further ones, from any workspace. The token is in the link of the email.',
    body: z.object({
      token: z.string().min(1).max(200).describe('the part of the link after #'),
      invitations: z.boolean().describe('false declines further invitations'),
    }),
    status: 200,
    response: z.object({ invitations: z.boolean() }),
    errors: ['VALIDATION_FAILED', 'OPT_OUT_LINK_INVALID'],
  }),
  unsubscribe: defineRoute({
    ...base,
    auth: 'none',
    id: 'unsubscribeFromInvitations',
    method: 'post',
    path: '/mails/unsubscribe/:token',
    summary: 'Decline invitation emails with one click',
    description:
      'Called by mail programs with the address in the `List-Unsubscribe` header of an invitation email (RFC 8058). The address of the email receives no further invitations, from any workspace.',
    params: z.object({ token: z.string().min(1).max(200).describe('a signed token') }),
    ignoresBody: true,
    status: 204,
    errors: ['VALIDATION_FAILED', 'OPT_OUT_LINK_INVALID'],
  }),
} as const;
