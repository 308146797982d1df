import { z } from 'zod';
import { userId, workspaceId } from '../ids.ts';
import { preferences } from './settings.ts';

export const roles = ['owner', 'admin', 'developer', 'tester', 'viewer'] as const;
export const role = z.enum(roles).meta({ id: 'Role' });
export type Role = z.infer<typeof role>;

export const permissions = [
  'Read',
  'Write',
  'Delete',
  'Manage Team',
  'Billing Access',
  'Deploy',
  'Monitor',
] as const;
export type Permission = (typeof permissions)[number] | 'Test';

export const email = z.email('Please enter a valid email').max(254).toLowerCase();

export const username = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    'Use up to 40 letters (a–z), digits and hyphens, without a hyphen at the start or end',
  );

/** Words that are pages of the product and so can't be a username. */
export const reservedUsernames = [
  'about',
  'help',
  'pricing',
  'login',
  'signup',
  'verify',
  'verify-email',
  'verify-mfa',
  'forgot-password',
  'reset-password',
  'error-500',
  '500',
  '404',
  'api',
  'apis',
  'health',
  'mailbox',
  'metrics',
  'assets',
  'static',
  'users',
  'payment',
  'docs',
  'admin',
  'settings',
  'billing',
  'invite',
  'join',
  'v2',
  'sw',
  'profile',
  'avatars',
  'notifications',
  'openapi',
  'root',
  'support',
  'www',
] as const;

export const workspaceSummary = z
  .object({
    id: workspaceId,
    slug: username,
    name: z.string(),
    role,
    plan: z.string().describe('such as unlimited, free or pro'),
    formerSlugs: z.array(z.string()).describe('addresses that it had before; they lead here'),
  })
  .meta({ id: 'WorkspaceSummary' });

export const user = z
  .object({
    id: userId,
    username,
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string().nullable(),
    company: z.string().nullable(),
    position: z.string().nullable(),
    webhookUrl: z.string().nullable(),
    avatarUrl: z.string().nullable().describe('of the picture, on this server'),
    preferences: preferences.partial().describe('what the person chose themselves'),
    role: z.enum(['user', 'admin']),
    mfaEnabled: z.boolean(),
    lastLoginAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    workspaces: z.array(workspaceSummary),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;
