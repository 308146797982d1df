import type { User } from '@rowcast/contracts';
import { avatarUrl } from '../../platform/storage/object-keys.ts';
import type { Profile } from './accounts.repository.ts';

export const presentUser = ({ user, preferences, workspaces }: Profile): User => ({
  id: user.id,
  username: user.username,
  name: user.name,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phoneNumber: user.phoneNumber,
  company: user.company,
  position: user.position,
  webhookUrl: user.webhookUrl,
  avatarUrl: avatarUrl(user.avatarKey),
  preferences: preferences ?? {},
  role: user.role,
  mfaEnabled: user.mfaEnabled,
  lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
  workspaces,
});
