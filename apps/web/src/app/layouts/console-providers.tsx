import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import type { ReactNode } from 'react';
import { Providers } from './providers.tsx';

/** What the console's screens need: the server's answers, and state kept in the address. */
export function ConsoleProviders({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <NuqsAdapter>{children}</NuqsAdapter>
    </Providers>
  );
}
