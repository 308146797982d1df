import { useLocation } from 'react-router-dom';

/** What whoever leads to the login knows, kept in the history entry: where to go afterwards, and who is expected. */
export function useReturnState(): { from?: string; email?: string } {
  const { state } = useLocation();
  const from: unknown = state?.from;
  const email: unknown = state?.email;
  return {
    ...(typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? { from } : {}),
    ...(typeof email === 'string' ? { email } : {}),
  };
}
