import { useLocation } from 'react-router-dom';

/** Where to go after signing in: the page that asked for it, kept in the history entry. */
export function useReturnState(): { from?: string } {
  const { state } = useLocation();
  const from: unknown = state?.from;
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? { from } : {};
}
