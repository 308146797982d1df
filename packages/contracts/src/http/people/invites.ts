import { z } from 'zod';
import { inviteId } from '../../domain/ids.ts';
import { bulkInviteResult, invitation, invite, memberRole } from '../../domain/people/team.ts';
import { workspaceSummary } from '../../domain/people/user.ts';
import { defineRoute } from '../route.ts';

export const inviteForm = z.object({
  email: z.email('Please enter a valid email address').max(254).toLowerCase(),
  role: memberRole,
  message: z
    .string()
    .trim()
    .max(500, 'Message must be no more than 500 characters')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, "Message can't contain control characters")
    .optional(),
});

const token = z.string().min(1).max(200).describe('the part of the link after #');
const params = z.object({ id: inviteId });
const base = { tag: 'Team', auth: 'session' } as const;
const stops = ['TEAM_FULL', 'RATE_LIMITED'] as const;
const unmailable = ['RECIPIENT_LIMITED', 'RECIPIENT_OPTED_OUT'] as const;

export const inviteRoutes = {
  list: defineRoute({
    ...base,
    id: 'listInvites',
    method: 'get',
    path: '/team/invites',
    summary: 'List invitations',
    description:
      'Returns all invitations for those who manage the team, and your own for other members, newest first.',
    status: 200,
    response: z.object({ data: z.array(invite) }),
    errors: ['UNAUTHENTICATED'],
  }),
  create: defineRoute({
    ...base,
    id: 'inviteMember',
    method: 'post',
    path: '/team/invites',
    summary: 'Invite a member by email',
    description: 'The link works for seven days and for this address only.',
    body: inviteForm,
    status: 201,
    response: invite,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'VALIDATION_FAILED',
      'ALREADY_MEMBER',
      'INVITE_PENDING',
      ...stops,
      ...unmailable,
    ],
  }),
  createLink: defineRoute({
    ...base,
    id: 'createInviteLink',
    method: 'post',
    path: '/team/invites/link',
    summary: 'Create an invitation link',
    description: 'Returns a link once. One person can join with it.',
    body: z.object({ role: memberRole.optional().describe('the default role of the team if left out') }),
    status: 201,
    response: z.object({ invite, link: z.string() }),
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_FAILED', ...stops],
  }),
  bulk: defineRoute({
    ...base,
    id: 'bulkInvite',
    method: 'post',
    path: '/team/invites/bulk',
    summary: 'Invite members from a CSV file',
    description:
      'Reads the columns email, role and message of up to 100 rows. Returns the result of each row.',
    upload: true,
    maxUploadMb: 1,
    body: z.object({}),
    status: 200,
    response: z.object({ data: z.array(bulkInviteResult) }),
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'VALIDATION_FAILED',
      'UPLOAD_MISSING',
      'UPLOAD_ABORTED',
      'FILE_TOO_LARGE',
      'INVITE_FILE_UNREADABLE',
    ],
  }),
  resend: defineRoute({
    ...base,
    id: 'resendInvite',
    method: 'post',
    path: '/team/invites/:id/resend',
    summary: 'Resend an invitation',
    description: 'Mails a new link that works for another seven days. The previous link stops working.',
    params,
    status: 200,
    response: invite,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'INVITE_CLOSED',
      'INVITE_NOT_APPROVED',
      'CONFLICT',
      'RATE_LIMITED',
      ...unmailable,
    ],
  }),
  approve: defineRoute({
    ...base,
    id: 'approveInvite',
    method: 'post',
    path: '/team/invites/:id/approve',
    summary: 'Approve an invitation',
    description: 'Sends an invitation that a member requested. Requires the Manage Team permission.',
    params,
    status: 200,
    response: invite,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'INVITE_CLOSED', ...unmailable],
  }),
  revoke: defineRoute({
    ...base,
    id: 'revokeInvite',
    method: 'delete',
    path: '/team/invites/:id',
    summary: 'Revoke an invitation',
    description: 'The link stops working.',
    params,
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'INVITE_CLOSED'],
  }),
  lookUp: defineRoute({
    ...base,
    auth: 'none',
    id: 'lookUpInvite',
    method: 'post',
    path: '/team/invites/look-up',
    summary: 'Look up an invitation',
    description: 'Returns the workspace and the role of an invitation. Anyone with the link may call it.',
    body: z.object({ token }),
    status: 200,
    response: invitation,
    errors: ['VALIDATION_FAILED', 'INVITE_INVALID', 'INVITE_EXPIRED', 'INVITE_USED', 'INVITE_NOT_APPROVED'],
  }),
  accept: defineRoute({
    ...base,
    id: 'acceptInvite',
    method: 'post',
    path: '/team/invites/accept',
    summary: 'Accept an invitation',
    description: 'Adds you to the workspace that the invitation is for.',
    body: z.object({ token }),
    status: 200,
    response: workspaceSummary.omit({ formerSlugs: true, plan: true }),
    errors: [
      'UNAUTHENTICATED',
      'VALIDATION_FAILED',
      'INVITE_INVALID',
      'INVITE_EXPIRED',
      'INVITE_USED',
      'INVITE_NOT_APPROVED',
      'INVITE_OTHER_EMAIL',
      'ALREADY_MEMBER',
      'TEAM_FULL',
    ],
  }),
} as const;
