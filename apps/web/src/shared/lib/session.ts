import { create } from 'zustand';

const localKeys = ['auth_token', 'refresh_token', 'session_expiry'] as const;
const usualLength = 24 * 60 * 60 * 1000;

export interface Tokens {
  token: string;
  refreshToken: string;
  /** When the server ends the session if nobody uses it; a setting decides, or else it is 24 hours. */
  expiresAt?: string | undefined;
}

interface Session {
  signedIn: boolean;
  /** Why the last session ended, shown once on the login screen. */
  ended: 'expired' | 'signed-out' | 'deleted' | null;
}

/** The one place that knows where the access token is kept. */
export function readToken(): string | null {
  return localStorage.getItem('auth_token') ?? sessionStorage.getItem('accessToken');
}

export function readRefreshToken(): string | null {
  return localStorage.getItem('refresh_token');
}

function isAlive(): boolean {
  return readToken() !== null && Number(localStorage.getItem('session_expiry') ?? 0) > Date.now();
}

export const useSession = create<Session>(() => ({ signedIn: isAlive(), ended: null }));

export function storeTokens({ token, refreshToken, expiresAt }: Tokens): void {
  localStorage.setItem('auth_token', token);
  localStorage.setItem('refresh_token', refreshToken);
  const expiry = expiresAt ? Date.parse(expiresAt) : Date.now() + usualLength;
  localStorage.setItem('session_expiry', String(expiry));
  sessionStorage.setItem('accessToken', token);
  useSession.setState({ signedIn: true, ended: null });
}

export function clearSession(ended: Session['ended']): void {
  for (const key of localKeys) localStorage.removeItem(key);
  sessionStorage.removeItem('accessToken');
  useSession.setState({ signedIn: false, ended });
}

export const storedEmail = {
  read: () => localStorage.getItem('email'),
  write: (email: string) => localStorage.setItem('email', email),
};

/** Signing in or out in another tab does the same here. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== 'auth_token' && event.key !== null) return;
    const token = localStorage.getItem('auth_token');
    if (token) sessionStorage.setItem('accessToken', token);
    else sessionStorage.removeItem('accessToken');
    useSession.setState({ signedIn: token !== null });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
