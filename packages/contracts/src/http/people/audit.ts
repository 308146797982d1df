import { z } from 'zod';
import { userId } from '../../domain/ids.ts';
import { auditName, auditRecord } from '../../domain/people/audit.ts';
import { defineRoute } from '../route.ts';

const filters = z.object({
  user: userId.optional(),
  action: z.string().max(100).optional(),
  target: z.string().trim().max(100).optional().describe('id of what was changed'),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
});

export const auditQuery = filters.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().min(1).optional().describe('the nextCursor of the page before'),
});

const base = { tag: 'Audit', auth: 'session', errors: ['UNAUTHENTICATED', 'FORBIDDEN'] } as const;

/** Mounted below /api/v1 and, for the screen, below /api. */
const list = {
  ...base,
  method: 'get',
  path: '/audit-logs',
  summary: 'List audit records',
  description: 'Returns changes in the workspace, newest first. Requires the Manage Team permission.',
  query: auditQuery,
  status: 200,
  response: z.object({
    data: z.array(auditRecord),
    names: z.array(auditName).describe('of what the records name and still exists'),
    nextCursor: z.number().int().nullable(),
  }),
} as const;

export const auditRoutes = {
  list: defineRoute({ ...list, id: 'listAuditLogs' }),
  choices: defineRoute({
    ...base,
    id: 'listAuditChoices',
    method: 'get',
    path: '/audit-logs/choices',
    summary: 'List filter values of the audit log',
    description: 'Returns the actions and the people that occur in the log.',
    status: 200,
    response: z.object({
      actions: z.array(z.string()),
      users: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
    }),
  }),
  export: defineRoute({
    ...base,
    id: 'exportAuditLogs',
    method: 'get',
    path: '/audit-logs/export',
    summary: 'Export the audit log',
    description: 'Returns the log as CSV. Cells that a spreadsheet would run as formulas are quoted.',
    query: filters,
    status: 200,
    download: ['text/csv'],
    made: true,
    errors: [...base.errors, 'EXPORT_UNDER_WAY', 'EXPORTS_BUSY'],
  }),
} as const;

export const auditScreenRoute = defineRoute({ ...list, id: 'listAuditLogsOfScreen' });
