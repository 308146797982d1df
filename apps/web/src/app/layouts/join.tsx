import type { ReactNode } from 'react';
import { JoinScreen, OptOutScreen } from '@/features/team/index.ts';
import { AuthFrame } from './auth-frame.tsx';
import { Providers } from './providers.tsx';

const Framed = ({ children }: { children: ReactNode }) => (
  <Providers>
    <AuthFrame>{children}</AuthFrame>
  </Providers>
);

/** Public: anyone with an invite link may see the invitation. */
export const Join = () => (
  <Framed>
    <JoinScreen />
  </Framed>
);

/** Public: anyone who got an invitation email may decline further ones. */
export const OptOut = () => (
  <Framed>
    <OptOutScreen />
  </Framed>
);
