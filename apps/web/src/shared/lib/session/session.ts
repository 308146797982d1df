import { create } from 'zustand';

const localKeys = ['auth_token', 'refresh_token', 'session_expiry'] as const;
const defaultLength = 24 * 60 * 60 * 1000;

export interface Tokens {
  token: string;
  refreshToken: string;
  /** When the session ends without activity; 24 hours unless configured. */
  expiresAt?: string | undefined;
}

interface Session {
  signedIn: boolean;
  /** The user id, if the token contains it. */
  person: string | undefined;
  /** Why the last session ended; shown once on the login screen. */
  ended: 'expired' | 'signed-out' | 'deleted' | null;
}

/** The only place that knows where the access token is stored. */
export function readToken(): string | null {
  return localStorage.getItem('auth_token') ?? sessionStorage.getItem('accessToken');
}

export function readRefreshToken(): string | null {
  return localStorage.getItem('refresh_token');
}

function isAlive(): boolean {
  return readToken() !== null && Number(localStorage.getItem('session_expiry') ?? 0) > Date.now();
}

/** The `sub` of a JWT; the console reads no other claim. */
function personOf(token: string | null): string | undefined {
  try {
    const claims = token?.split('.')[1] ?? '';
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub;
  } catch {
    return undefined;
  }
}

export const useSession = create<Session>(() => ({
  signedIn: isAlive(),
  person: personOf(readToken()),
  ended: null,
}));

/** Calls `forget` when a session ends, so that no data remains for the next person. */
export const atEndOfSession = (forget: () => void): (() => void) =>
  useSession.subscribe(({ signedIn, person }, before) => {
    if (before.signedIn && !(signedIn && person === before.person)) forget();
  });

export function storeTokens({ token, refreshToken, expiresAt }: Tokens): void {
  localStorage.setItem('auth_token', token);
  localStorage.setItem('refresh_token', refreshToken);
  const expiry = expiresAt ? Date.parse(expiresAt) : Date.now() + defaultLength;
  localStorage.setItem('session_expiry', String(expiry));
  sessionStorage.setItem('accessToken', token);
  useSession.setState({ signedIn: true, person: personOf(token), ended: null });
}

export function clearSession(ended: Session['ended']): void {
  for (const key of localKeys) localStorage.removeItem(key);
  sessionStorage.removeItem('accessToken');
  useSession.setState({ signedIn: false, person: undefined, ended });
}

export const storedEmail = {
  read: () => localStorage.getItem('email'),
  write: (email: string) => localStorage.setItem('email', email),
};

/** Signs in or out when another tab does. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== 'auth_token' && event.key !== null) return;
    const token = localStorage.getItem('auth_token');
    if (token) sessionStorage.setItem('accessToken', token);
    else sessionStorage.removeItem('accessToken');
    useSession.setState({ signedIn: token !== null, person: personOf(token) });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
