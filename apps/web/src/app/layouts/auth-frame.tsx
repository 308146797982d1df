import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { WelcomePanel } from '@/features/auth/index.ts';
import { PreferencesMenu } from '@/features/settings/index.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { Logo } from '@/shared/ui/layout/logo.tsx';

/** The layout of the sign-in screens. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,5fr)_6fr]">
      <div className="flex flex-col">
        <header className="flex h-14 items-center justify-between px-4 sm:px-6">
          <Link to={publicPaths.home} className="rounded-sm">
            <Logo />
          </Link>
          <PreferencesMenu />
        </header>
        <main id="content" tabIndex={-1} className="grid flex-1 items-center px-4 py-10 outline-none sm:px-6">
          <div className="mx-auto w-full max-w-sm pb-14">{children}</div>
        </main>
      </div>
      <WelcomePanel />
    </div>
  );
}
