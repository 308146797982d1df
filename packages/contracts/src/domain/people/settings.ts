import { z } from 'zod';
import { apiSettings, defaultApiSettings, environment } from '../apis/api.ts';
import { defaultNotificationSettings, notificationSettings } from './notification.ts';
import { languages, themes } from './preference-choices.ts';
import { timezones } from './timezones.ts';

/** Hours. */
export const sessionTimeouts = [1, 8, 24, 168] as const;

export const preferences = z
  .strictObject({
    theme: z.enum(themes),
    language: z.enum(languages),
    timezone: z.enum(timezones),
    debugMode: z.boolean().describe('the console shows request ids and timings'),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferences>;

export const securitySettings = z
  .strictObject({
    twoFactorEnabled: z.boolean().describe('signing in with a password asks for a code by mail as well'),
    sessionTimeout: z.literal(sessionTimeouts).describe('hours'),
  })
  .meta({ id: 'SecuritySettings' });
export type SecuritySettings = z.infer<typeof securitySettings>;

export const integrationSettings = z
  .strictObject({
    environment,
    autoSync: z.boolean(),
    retryAttempts: z.number().int().min(0).max(10),
  })
  .meta({ id: 'IntegrationSettings', description: 'What a new integration starts with.' });
export type IntegrationSettings = z.infer<typeof integrationSettings>;

export const newApiSettings = z
  .strictObject({
    defaultEnvironment: environment,
    ...apiSettings.pick({
      requestTimeout: true,
      rateLimitEnabled: true,
      rateLimitRequests: true,
      rateLimitWindow: true,
      loggingEnabled: true,
      logRetentionDays: true,
      corsEnabled: true,
      corsOrigins: true,
    }).shape,
  })
  .meta({ id: 'NewApiSettings', description: 'What a new API starts with.' });
export type NewApiSettings = z.infer<typeof newApiSettings>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  language: 'en',
  timezone: 'UTC',
  debugMode: false,
};

export const defaultSecuritySettings: SecuritySettings = { twoFactorEnabled: true, sessionTimeout: 24 };

export const defaultIntegrationSettings: IntegrationSettings = {
  environment: 'production',
  autoSync: true,
  retryAttempts: 3,
};

const { environment: defaultEnvironment, ...apiDefaults } = defaultApiSettings;
export const defaultNewApiSettings: NewApiSettings = {
  defaultEnvironment,
  requestTimeout: apiDefaults.requestTimeout,
  rateLimitEnabled: apiDefaults.rateLimitEnabled,
  rateLimitRequests: apiDefaults.rateLimitRequests,
  rateLimitWindow: apiDefaults.rateLimitWindow,
  loggingEnabled: apiDefaults.loggingEnabled,
  logRetentionDays: apiDefaults.logRetentionDays,
  corsEnabled: apiDefaults.corsEnabled,
  corsOrigins: apiDefaults.corsOrigins,
};

/** The person's own sections first, then those that the workspace shares. */
export const settings = z
  .strictObject({
    preferences,
    notifications: notificationSettings,
    security: securitySettings,
    api: newApiSettings,
    integrations: integrationSettings,
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settings>;

export const defaultSettings: Settings = {
  preferences: defaultPreferences,
  notifications: defaultNotificationSettings,
  security: defaultSecuritySettings,
  api: defaultNewApiSettings,
  integrations: defaultIntegrationSettings,
};
