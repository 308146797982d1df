export const teamKeys = {
  members: ['team', 'members'] as const,
  invites: ['team', 'invites'] as const,
  settings: ['team', 'settings'] as const,
  activeApis: ['team', 'active-apis'] as const,
  memberKeys: (id: string) => ['team', 'member-keys', id] as const,
};
