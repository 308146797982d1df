import { z } from 'zod';

const prefixed = (prefix: string, id: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), `must look like ${prefix}_ followed by 32 hex digits`)
    .meta({ id, examples: [`${prefix}_0193f5a27c3b7d10a2f4c6d8e0123456`] });

export const userId = prefixed('usr', 'UserId');
export const workspaceId = prefixed('ws', 'WorkspaceId');
export const apiId = prefixed('api', 'ApiId');
export const datasetId = prefixed('ds', 'DatasetId');
export const modelId = prefixed('mdl', 'ModelId');
export const jobId = prefixed('job', 'JobId');
export const keyId = prefixed('key', 'KeyId');
export const deploymentId = prefixed('dep', 'DeploymentId');

export const sessionId = prefixed('ses', 'SessionId');
export const inviteId = prefixed('inv', 'InviteId');
export const auditId = prefixed('aud', 'AuditId');
export const notificationId = prefixed('ntf', 'NotificationId');

export const archiveId = prefixed('arc', 'ArchiveId');
export const mailId = prefixed('mail', 'MailId');

export const rolloutId = prefixed('rol', 'RolloutId');
export const testCaseId = prefixed('tc', 'TestCaseId');

export const idPrefixes = {
  user: 'usr',
  workspace: 'ws',
  session: 'ses',
  api: 'api',
  dataset: 'ds',
  model: 'mdl',
  job: 'job',
  key: 'key',
  deployment: 'dep',
  rollout: 'rol',
  testCase: 'tc',
  invite: 'inv',
  audit: 'aud',
  notification: 'ntf',
  securityEvent: 'sev',
  pushSubscription: 'psh',
  archive: 'arc',
  mail: 'mail',
  prediction: 'prd',
  request: 'req',
} as const;
export type IdKind = keyof typeof idPrefixes;
