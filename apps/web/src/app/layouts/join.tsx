import { JoinScreen } from '@/features/team/index.ts';
import { AuthFrame } from './auth-frame.tsx';
import { Providers } from './providers.tsx';

/** Public: anyone with an invite link may see the invitation. */
export function Join() {
  return (
    <Providers>
      <AuthFrame>
        <JoinScreen />
      </AuthFrame>
    </Providers>
  );
}
