import type { User } from '@rowcast/contracts';
import type { Profile } from './accounts.repository.ts';

export const presentUser = ({ user, workspaces }: Profile): User => ({
  id: user.id,
  username: user.username,
  name: user.name,
  email: user.email,
  phoneNumber: user.phoneNumber,
  role: user.role,
  mfaEnabled: user.mfaEnabled,
  lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
  workspaces,
});
