const key = 'mfa_token';

/** What the first step of a login left for the second; it survives a reload, not the tab. */
export const mfaChallenge = {
  store: (token: string): void => sessionStorage.setItem(key, token),
  read: (): string | null => sessionStorage.getItem(key),
  clear: (): void => sessionStorage.removeItem(key),
};
