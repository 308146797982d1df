import { JoinScreen } from '@/features/team/index.ts';
import { AuthFrame } from './auth-frame.tsx';
import { Providers } from './providers.tsx';

/** Open to everyone: whoever holds an invite link may see what it is for. */
export function Join() {
  return (
    <Providers>
      <AuthFrame>
        <JoinScreen />
      </AuthFrame>
    </Providers>
  );
}
