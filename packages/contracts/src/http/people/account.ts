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
    summary: 'Get your profile',
    description: 'Returns the fields of the profile screen.',
    status: 200,
    response: screenProfile,
    errors: ['UNAUTHENTICATED'],
  }),
  update: defineRoute({
    ...base,
    id: 'updateMyProfile',
    method: 'put',
    path: '/users/me',
    summary: 'Update your webhook address',
    description: 'Stores the webhook address for later integrations. No events are sent to it yet.',
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
    summary: 'Delete your account',
    description:
      'Deletes the account, your workspace and everything in it. Cannot be undone. Requires a recent proof of identity.',
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
    summary: 'Preview the deletion of your account',
    description: 'Returns what a deletion would remove and what prevents it.',
    status: 200,
    response: accountContents,
    errors: ['UNAUTHENTICATED'],
  }),
  exportJson: defineRoute({
    ...base,
    id: 'exportAccount',
    method: 'get',
    path: '/users/me/export',
    summary: 'Export your data as JSON',
    description:
      'Returns everything recorded about you as one JSON document, without files. Requires a recent proof of identity.',
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
    summary: 'List your archives',
    description: 'Returns requested archives that have not expired, newest first.',
    status: 200,
    response: z.object({ data: z.array(archive) }),
    errors: ['UNAUTHENTICATED'],
  }),
  requestArchive: defineRoute({
    ...base,
    id: 'requestArchive',
    method: 'post',
    path: '/users/me/archives',
    summary: 'Request an archive of your data',
    description:
      'Packs all data and files into one ZIP in the background. It is kept for 7 days. Requires a recent proof of identity.',
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
    summary: 'Download an archive',
    description: 'Returns the ZIP file. Requires a recent proof of identity.',
    proof: true,
    params: z.object({ archiveId }),
    status: 200,
    download: ['application/zip'],
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'PROOF_REQUIRED', 'STORED_DATA_DAMAGED'],
  }),
} as const;
