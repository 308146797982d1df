import { z } from 'zod';
import { auditId } from '../ids.ts';

export const auditRecord = z
  .object({
    id: auditId,
    seq: z.number().int().describe('place in the chain of the workspace, from 1'),
    timestamp: z.iso.datetime(),
    user_id: z.string().nullable().describe('null when the product itself acted'),
    user_name: z.string().nullable().describe('null when the account is gone'),
    action: z.string(),
    target_type: z.string(),
    target_id: z.string(),
    details: z
      .object({
        before: z.record(z.string(), z.unknown()).optional(),
        after: z.record(z.string(), z.unknown()).optional(),
      })
      .describe('fields that are safe to show, as they were and as they became'),
    ip: z.string().nullable(),
    request_id: z.string().nullable(),
    erased: z.boolean().describe('what named a person was taken out when their account was deleted'),
  })
  .meta({ id: 'AuditRecord' });
export const auditName = z
  .object({
    id: z.string(),
    name: z.string(),
    apiId: z.string().nullable().describe('of what belongs to an API'),
  })
  .meta({ id: 'AuditName', description: 'What a thing that records name is called now.' });
export type AuditName = z.infer<typeof auditName>;

export type AuditRecord = z.infer<typeof auditRecord>;
