const key = 'mfa_token';

/** State from the first to the second login step. It survives a reload, but not closing the tab. */
export const mfaChallenge = {
  store: (token: string): void => sessionStorage.setItem(key, token),
  read: (): string | null => sessionStorage.getItem(key),
  clear: (): void => sessionStorage.removeItem(key),
};
