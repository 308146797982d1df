import { NotFoundScreen } from '@/features/problems/index.ts';
import { useSession } from '@/shared/lib/session/session.ts';
import { ConsoleLayout } from './console-layout.tsx';

/** The 404 page, with the navigation for people who are signed in. */
export function UnknownAddress() {
  const signedIn = useSession((session) => session.signedIn);
  return signedIn ? <ConsoleLayout /> : <NotFoundScreen />;
}
