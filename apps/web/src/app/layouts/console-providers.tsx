import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import type { ReactNode } from 'react';
import { Providers } from './providers.tsx';

/** Providers of the console's screens: server state and URL state. */
export function ConsoleProviders({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <NuqsAdapter>{children}</NuqsAdapter>
    </Providers>
  );
}
