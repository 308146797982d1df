import { z } from 'zod';
import { device, place } from './session.ts';

export const accountSecurity = z
  .object({
    hasPassword: z.boolean(),
    passwordChangedAt: z.iso.datetime().nullable(),
    mfaEnabled: z.boolean(),
    recoveryCodesLeft: z.number().int(),
  })
  .meta({ id: 'AccountSecurity' });

export const securityEventKinds = [
  'signed_in',
  'signed_in_new_device',
  'first_step_passed',
  'password_refused',
  'proved',
  'password_set',
  'password_changed',
  'mfa_enabled',
  'mfa_disabled',
  'recovery_code_used',
  'recovery_codes_renewed',
  'session_revoked',
  'sessions_revoked',
  'refresh_token_reused',
  'security_settings_changed',
  'email_changed',
  'username_changed',
  'data_exported',
] as const;
export const securityEventKind = z.enum(securityEventKinds).meta({ id: 'SecurityEventKind' });
export type SecurityEventKind = z.infer<typeof securityEventKind>;

export const securityEvent = z
  .object({
    id: z.string(),
    kind: securityEventKind,
    at: z.iso.datetime(),
    device,
    place,
    details: z.record(z.string(), z.string()),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof securityEvent>;

export const activity = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.string(),
    targetType: z.string(),
    targetId: z.string(),
  })
  .meta({ id: 'Activity' });
