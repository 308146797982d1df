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
    summary: 'All settings: your own, and those of the workspace',
    response: settings,
    errors: readErrors,
  }),
  update: defineRoute({
    ...base,
    id: 'updateSettings',
    method: 'put',
    path: '/settings',
    summary: 'Change some settings; those of the workspace need the permission Write',
    body: settingsChange,
    response: settings,
    errors: [...writeErrors, 'PROOF_REQUIRED'],
  }),
  getPreferences: defineRoute({
    ...base,
    id: 'getPreferences',
    method: 'get',
    path: '/settings/preferences',
    summary: 'Theme, language, time zone and debug mode',
    response: preferences,
    errors: readErrors,
  }),
  updatePreferences: defineRoute({
    ...base,
    id: 'updatePreferences',
    method: 'put',
    path: '/settings/preferences',
    summary: 'Change theme, language, time zone or debug mode',
    body: preferences.partial(),
    response: preferences,
    errors: writeErrors,
  }),
  getNotifications: defineRoute({
    ...base,
    id: 'getNotificationSettings',
    method: 'get',
    path: '/settings/notifications',
    summary: 'Which notifications reach you, and how often the digest',
    response: notificationSettings,
    errors: readErrors,
  }),
  updateNotifications: defineRoute({
    ...base,
    id: 'updateNotificationSettings',
    method: 'put',
    path: '/settings/notifications',
    summary: 'Change which notifications reach you; fewer security mails need a recent sign-in',
    body: notificationSettings.partial(),
    response: notificationSettings,
    errors: [...writeErrors, 'PROOF_REQUIRED'],
  }),
  getSecurity: defineRoute({
    ...base,
    id: 'getSecuritySettings',
    method: 'get',
    path: '/settings/security',
    summary: 'Second factor by mail, and how long a session lasts',
    response: securitySettings,
    errors: readErrors,
  }),
  updateSecurity: defineRoute({
    ...base,
    id: 'updateSecuritySettings',
    method: 'put',
    path: '/settings/security',
    summary: 'Change the second factor by mail or the length of sessions',
    body: updateSecurityBody,
    response: securitySettings,
    errors: [...writeErrors, 'PROOF_REQUIRED'],
  }),
  getIntegrations: defineRoute({
    ...base,
    id: 'getIntegrationSettings',
    method: 'get',
    path: '/settings/integrations',
    summary: 'What a new integration starts with',
    response: integrationSettings,
    errors: readErrors,
  }),
  updateIntegrations: defineRoute({
    ...base,
    id: 'updateIntegrationSettings',
    method: 'put',
    path: '/settings/integrations',
    summary: 'Change what a new integration starts with',
    body: integrationSettings.partial(),
    response: integrationSettings,
    errors: writeErrors,
  }),
} as const;
