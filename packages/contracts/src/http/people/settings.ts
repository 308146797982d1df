import { z } from 'zod';
import { notificationSettings } from '../../domain/people/notification.ts';
import {
  integrationSettings,
  newApiSettings,
  preferences,
  securitySettings,
  settings,
} from '../../domain/people/settings.ts';
import { defineRoute } from '../route.ts';

const base = { tag: 'Settings', auth: 'session', status: 200 } as const;
const readErrors = ['UNAUTHENTICATED', 'NOT_FOUND'] as const;
const writeErrors = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED'] as const;

/** Each section, and within it each setting, that is left out stays as it is. */
export const settingsChange = z.strictObject({
  preferences: preferences.partial().optional(),
  notifications: notificationSettings.partial().optional(),
  security: securitySettings.partial().optional(),
  api: newApiSettings.partial().optional(),
  integrations: integrationSettings.partial().optional(),
});

const notHere = z
  .string()
  .max(200)
  .optional()
  .describe('not changed by this call, but by POST /auth/change-password');

/** The whole form of the security screen may be sent. */
const updateSecurityBody = securitySettings
  .partial()
  .extend({ currentPassword: notHere, newPassword: notHere, confirmPassword: notHere });

export const settingsRoutes = {
  get: defineRoute({
    ...base,
    id: 'getSettings',
    method: 'get',
    path: '/settings',
    summary: 'Get all settings',
    description: 'Returns your own settings and those of the workspace.',
    response: settings,
    errors: readErrors,
  }),
  update: defineRoute({
    ...base,
    id: 'updateSettings',
    method: 'put',
    path: '/settings',
    summary: 'Update settings',
    description: 'Changes the settings that are sent. Workspace settings require the Write permission.',
    body: settingsChange,
    response: settings,
    errors: [...writeErrors, 'PROOF_REQUIRED'],
  }),
  getPreferences: defineRoute({
    ...base,
    id: 'getPreferences',
    method: 'get',
    path: '/settings/preferences',
    summary: 'Get preferences',
    description: 'Returns theme, language, time zone and debug mode.',
    response: preferences,
    errors: readErrors,
  }),
  updatePreferences: defineRoute({
    ...base,
    id: 'updatePreferences',
    method: 'put',
    path: '/settings/preferences',
    summary: 'Update preferences',
    description: 'Changes theme, language, time zone or debug mode.',
    body: preferences.partial(),
    response: preferences,
    errors: writeErrors,
  }),
  getNotifications: defineRoute({
    ...base,
    id: 'getNotificationSettings',
    method: 'get',
    path: '/settings/notifications',
    summary: 'Get notification settings',
    description: 'Returns which notifications you receive and how often the digest is sent.',
    response: notificationSettings,
    errors: readErrors,
  }),
  updateNotifications: defineRoute({
    ...base,
    id: 'updateNotificationSettings',
    method: 'put',
    path: '/settings/notifications',
    summary: 'Update notification settings',
    description:
      'Changes which notifications you receive. Turning off security mails requires a recent proof of identity.',
    body: notificationSettings.partial(),
    response: notificationSettings,
    errors: [...writeErrors, 'PROOF_REQUIRED'],
  }),
  getSecurity: defineRoute({
    ...base,
    id: 'getSecuritySettings',
    method: 'get',
    path: '/settings/security',
    summary: 'Get security settings',
    description:
      'Returns whether codes are mailed as second factor, and after how long an inactive session ends.',
    response: securitySettings,
    errors: readErrors,
  }),
  updateSecurity: defineRoute({
    ...base,
    id: 'updateSecuritySettings',
    method: 'put',
    path: '/settings/security',
    summary: 'Update security settings',
    description:
      'Changes the second factor by mail or the session timeout. Weakening them requires a recent proof of identity.',
    body: updateSecurityBody,
    response: securitySettings,
    errors: [...writeErrors, 'PROOF_REQUIRED'],
  }),
  getIntegrations: defineRoute({
    ...base,
    id: 'getIntegrationSettings',
    method: 'get',
    path: '/settings/integrations',
    summary: 'Get integration settings',
    description: 'Returns the defaults for new integrations.',
    response: integrationSettings,
    errors: readErrors,
  }),
  updateIntegrations: defineRoute({
    ...base,
    id: 'updateIntegrationSettings',
    method: 'put',
    path: '/settings/integrations',
    summary: 'Update integration settings',
    description: 'Changes the defaults for new integrations.',
    body: integrationSettings.partial(),
    response: integrationSettings,
    errors: writeErrors,
  }),
} as const;
