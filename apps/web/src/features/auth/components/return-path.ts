import { useLocation } from 'react-router-dom';

/** State of the history entry: the return path and the expected e-mail address. */
export function useReturnState(): { from?: string; email?: string } {
  const { state } = useLocation();
  const from: unknown = state?.from;
  const email: unknown = state?.email;
  return {
    ...(typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? { from } : {}),
    ...(typeof email === 'string' ? { email } : {}),
  };
}
