const key = 'pending_invite';

/** The invite link that somebody came with, until they are signed in: the code's mail may open another tab. */
export const pendingInvite = {
  keep: (path: string) => localStorage.setItem(key, path),
  forget: () => localStorage.removeItem(key),
  path: () => localStorage.getItem(key) ?? undefined,
};
