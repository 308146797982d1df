import type { User } from '@rowcast/contracts/domain/people/user';
import type { ReactNode } from 'react';
import { ConsoleHeader, ConsoleSidebar } from '@/features/console/index.ts';
import { DebugStrip } from '@/features/settings/index.ts';

interface ConsoleFrameProps {
  /** Undefined until the current user has loaded. */
  user: User | undefined;
  children: ReactNode;
}

/** The layout of every screen of a workspace. */
export function ConsoleFrame({ user, children }: ConsoleFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <ConsoleHeader user={user} />
      <div className="flex flex-1">
        <ConsoleSidebar />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8">
          <div className="mx-auto max-w-6xl">{children}</div>
        </main>
      </div>
      <DebugStrip />
    </div>
  );
}
