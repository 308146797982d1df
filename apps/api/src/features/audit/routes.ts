import { auditRoutes, auditScreenRoute } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { listAuditChoices } from './choices.ts';
import { exportAuditLogs } from './export.ts';
import { listAuditLogs } from './list.ts';
import { policy } from './policy.ts';

export const routes = [
  route(auditRoutes.list, policy.read, listAuditLogs),
  route(auditRoutes.choices, policy.read, listAuditChoices),
  route(auditRoutes.export, policy.read, exportAuditLogs),
];

/** Mounted below /api. */
export const screenRoutes = [route(auditScreenRoute, policy.read, listAuditLogs)];
