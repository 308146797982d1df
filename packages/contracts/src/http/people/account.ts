import { z } from 'zod';
import { archiveId, userId } from '../../domain/ids.ts';
import { accountContents, archive } from '../../domain/people/account.ts';
import { defineRoute } from '../route.ts';
import { screenProfile, webhookUrl } from './profile.ts';

const base = { tag: 'Account', auth: 'session' } as const;

/** The calls of the profile screen, mounted below / as well as below /api/v1. */
export const userRoutes = {
  get: defineRoute({
    ...base,
    id: 'getMyProfile',
    method: 'get',
    path: '/users/me',
    summary: 'What the profile screen shows',
    status: 200,
    response: screenProfile,
    errors: ['UNAUTHENTICATED'],
  }),
  update: defineRoute({
    ...base,
    id: 'updateMyProfile',
    method: 'put',
    path: '/users/me',
    summary: 'Change the webhook address, which is kept for integrations; nothing is sent there yet',
    body: z.object({ webhook_url: webhookUrl }),
    status: 200,
    response: screenProfile,
    errors: ['UNAUTHENTICATED', 'VALIDATION_FAILED', 'ADDRESS_REFUSED'],
  }),
  remove: defineRoute({
    ...base,
    id: 'deleteAccount',
    method: 'delete',
    path: '/users/:id/delete-account',
    summary: 'Delete your account and all that is yours; needs a recent sign-in',
    params: z.object({ id: userId }),
    status: 204,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'PROOF_REQUIRED', 'WORKSPACE_HAS_MEMBERS'],
  }),
} as const;

export const accountRoutes = {
  contents: defineRoute({
    ...base,
    id: 'getAccountContents',
    method: 'get',
    path: '/users/me/contents',
    summary: 'What a deletion of your account would remove, and what keeps it from going ahead',
    status: 200,
    response: accountContents,
    errors: ['UNAUTHENTICATED'],
  }),
  exportJson: defineRoute({
    ...base,
    id: 'exportAccount',
    method: 'get',
    path: '/users/me/export',
    summary: 'All that is recorded of you as one JSON document, without files; needs a recent sign-in',
    proof: true,
    status: 200,
    download: ['application/json'],
    made: true,
    errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'EXPORT_UNDER_WAY', 'EXPORTS_BUSY'],
  }),
  listArchives: defineRoute({
    ...base,
    id: 'listArchives',
    method: 'get',
    path: '/users/me/archives',
    summary: 'Archives that were asked for and have not expired, newest first',
    status: 200,
    response: z.object({ data: z.array(archive) }),
    errors: ['UNAUTHENTICATED'],
  }),
  requestArchive: defineRoute({
    ...base,
    id: 'requestArchive',
    method: 'post',
    path: '/users/me/archives',
    summary: 'Have everything, files included, packed into one ZIP, kept for 7 days; needs a recent sign-in',
    proof: true,
    status: 202,
    response: archive,
    errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'ARCHIVE_UNDER_WAY'],
  }),
  downloadArchive: defineRoute({
    ...base,
    id: 'downloadArchive',
    method: 'get',
    path: '/users/me/archives/:archiveId/file',
    summary: 'The packed archive; needs a recent sign-in',
    proof: true,
    params: z.object({ archiveId }),
    status: 200,
    download: ['application/zip'],
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'PROOF_REQUIRED'],
  }),
} as const;
