import type { User } from '@rowcast/contracts/domain/people/user';
import { hexId } from './api.ts';

export function aUser(part: Partial<User> = {}): User {
  return {
    id: hexId('usr'),
    username: 'asha',
    name: 'Asha Rao',
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@example.com',
    phoneNumber: null,
    company: null,
    position: null,
    webhookUrl: null,
    avatarUrl: null,
    preferences: {},
    role: 'user',
    mfaEnabled: true,
    lastLoginAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    workspaces: [],
    ...part,
  };
}
