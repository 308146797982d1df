import { accountSecurity, activity, securityEvent } from '../../domain/people/account-security.ts';
import { paged, pageQuery } from '../paging.ts';
import { defineRoute } from '../route.ts';

const base = { tag: 'Auth', auth: 'session', method: 'get', status: 200 } as const;

export const accountSecurityRoutes = {
  get: defineRoute({
    ...base,
    id: 'getAccountSecurity',
    path: '/auth/security',
    summary: 'Get the security status of your account',
    description: 'Returns which protections are on: password, second factor, recovery codes, sessions.',
    response: accountSecurity,
    errors: ['UNAUTHENTICATED'],
  }),
  securityLog: defineRoute({
    ...base,
    id: 'listSecurityLog',
    path: '/auth/security-log',
    summary: 'List security events of your account',
    description: 'Returns sign-ins and changes to credentials, newest first.',
    query: pageQuery,
    response: paged(securityEvent),
    errors: ['UNAUTHENTICATED'],
  }),
  activityLog: defineRoute({
    ...base,
    id: 'listActivityLog',
    path: '/auth/activity-log',
    summary: 'List your own changes',
    description: 'Returns what you changed in this workspace, newest first.',
    query: pageQuery,
    response: paged(activity),
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
