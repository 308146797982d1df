import { accountSecurity, activity, securityEvent } from '../../domain/people/account-security.ts';
import { paged, pageQuery } from '../paging.ts';
import { defineRoute } from '../route.ts';

const base = { tag: 'Auth', auth: 'session', method: 'get', status: 200 } as const;

export const accountSecurityRoutes = {
  get: defineRoute({
    ...base,
    id: 'getAccountSecurity',
    path: '/auth/security',
    summary: 'What guards this account',
    response: accountSecurity,
    errors: ['UNAUTHENTICATED'],
  }),
  securityLog: defineRoute({
    ...base,
    id: 'listSecurityLog',
    path: '/auth/security-log',
    summary: 'What happened to this account, newest first',
    query: pageQuery,
    response: paged(securityEvent),
    errors: ['UNAUTHENTICATED'],
  }),
  activityLog: defineRoute({
    ...base,
    id: 'listActivityLog',
    path: '/auth/activity-log',
    summary: 'What this person changed in the workspace, newest first',
    query: pageQuery,
    response: paged(activity),
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
