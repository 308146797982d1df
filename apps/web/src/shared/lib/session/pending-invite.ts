const key = 'pending_invite';

/** The invite link to accept after signing in. Stored because the sign-in mail may open another tab. */
export const pendingInvite = {
  keep: (path: string) => localStorage.setItem(key, path),
  forget: () => localStorage.removeItem(key),
  path: () => localStorage.getItem(key) ?? undefined,
};
