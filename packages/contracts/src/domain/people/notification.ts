import { z } from 'zod';
import { notificationId } from '../ids.ts';

export const digestFrequencies = ['real-time', 'hourly', 'daily', 'weekly'] as const;

export const notificationSettings = z
  .strictObject({
    emailNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    apiAlerts: z.boolean(),
    teamUpdates: z.boolean(),
    billingAlerts: z.boolean(),
    securityAlerts: z.boolean(),
    marketingEmails: z.boolean(),
    digestFrequency: z.enum(digestFrequencies),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const defaultNotificationSettings: NotificationSettings = {
  emailNotifications: true,
  pushNotifications: true,
  apiAlerts: true,
  teamUpdates: true,
  billingAlerts: true,
  securityAlerts: true,
  marketingEmails: false,
  digestFrequency: 'daily',
};

/** Notification kinds and the setting that mutes them. */
export const notificationKinds = {
  'training.finished': 'apiAlerts',
  'training.failed': 'apiAlerts',
  'deployment.live': 'apiAlerts',
  'deployment.failed': 'apiAlerts',
  'rollout.rolled_back': 'apiAlerts',
  'quota.reached': 'apiAlerts',
  'storage.damaged': 'apiAlerts',
  'model.unavailable': 'apiAlerts',
  'team.invited': 'teamUpdates',
  'team.joined': 'teamUpdates',
  'team.approval_asked': 'teamUpdates',
  'team.role_changed': 'teamUpdates',
  'team.removed': 'teamUpdates',
  'security.signed_in': 'securityAlerts',
  'security.session_ended': 'securityAlerts',
  'security.password_changed': 'securityAlerts',
  'security.email_changed': 'securityAlerts',
  'security.username_changed': 'securityAlerts',
  'security.mfa_enabled': 'securityAlerts',
  'security.mfa_disabled': 'securityAlerts',
  'security.key_created': 'securityAlerts',
  'security.data_exported': 'securityAlerts',
} as const satisfies Record<string, keyof NotificationSettings>;
export type NotificationKind = keyof typeof notificationKinds;

/** What a list of them may be about, and the setting that stands for it. */
export const notificationTopics = {
  apis: 'apiAlerts',
  team: 'teamUpdates',
  security: 'securityAlerts',
} as const satisfies Record<string, keyof NotificationSettings>;
export type NotificationTopic = keyof typeof notificationTopics;

export const kindsAbout = (topic: NotificationTopic): NotificationKind[] =>
  (Object.keys(notificationKinds) as NotificationKind[]).filter(
    (kind) => notificationKinds[kind] === notificationTopics[topic],
  );

export const notification = z
  .object({
    id: notificationId,
    kind: z.enum(Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]),
    params: z.record(z.string(), z.union([z.string(), z.number()])).describe('what the sentence names'),
    path: z.string().nullable().describe('where the console shows more'),
    read: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;
