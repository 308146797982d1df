import type { User } from '@rowcast/contracts/domain/people/user';
import { CircleHelp, Menu, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NotificationBell } from '@/features/notifications/index.ts';
import { PreferencesMenu } from '@/features/settings/index.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { Kbd } from '@/shared/ui/actions/kbd.tsx';
import { Logo } from '@/shared/ui/layout/logo.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { WorkspaceSwitcher } from '../navigation/workspace-switcher.tsx';
import { ConnectionNotice } from '../system/connection-notice.tsx';
import { SystemStatus } from '../system/system-status.tsx';
import { UpgradeButton } from '../upgrade-button.tsx';
import { AccountButton } from './account-button.tsx';

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((m) => ({ default: m.CommandPalette })),
);
const HelpSearch = lazy(() => import('./help-search.tsx').then((m) => ({ default: m.HelpSearch })));
const MenuSheet = lazy(() => import('../navigation/menu-sheet.tsx').then((m) => ({ default: m.MenuSheet })));

const onMac = navigator.userAgent.includes('Mac');

/** Opens on Ctrl/Cmd K; stays loaded after the first use. */
function usePalette() {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded');
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setState((now) => (now === 'open' ? 'closed' : 'open'));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return { state, setOpen: (open: boolean) => setState(open ? 'open' : 'closed') };
}

export function ConsoleHeader({ user }: { user: User | undefined }) {
  const { t } = useTranslation('console', { keyPrefix: 'header' });
  const paths = usePaths();
  const palette = usePalette();
  const [menu, setMenu] = useState(false);
  const [help, setHelp] = useState(false);
  return (
    <>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-canvas px-3 sm:px-4">
        <div className="lg:hidden">
          <IconButton label={t('menu')} size="lg" aria-haspopup="dialog" onClick={() => setMenu(true)}>
            <Menu aria-hidden />
          </IconButton>
        </div>
        <Link to={paths.overview} className="rounded-sm px-1.5">
          <Logo />
        </Link>
        {user && <WorkspaceSwitcher workspaces={user.workspaces} className="max-w-56 max-lg:hidden" />}
        <div className="ml-auto flex items-center gap-1">
          <Button
            onClick={() => palette.setOpen(true)}
            className="mr-1 w-64 justify-start text-faint max-md:hidden"
            aria-keyshortcuts="Control+K Meta+K"
          >
            <Search aria-hidden />
            <span className="min-w-0 flex-1 truncate text-left font-normal">{t('search')}</span>
            <Kbd>{onMac ? '⌘ K' : 'Ctrl K'}</Kbd>
          </Button>
          <IconButton label={t('search')} className="md:hidden" onClick={() => palette.setOpen(true)}>
            <Search aria-hidden />
          </IconButton>
          {user && <NotificationBell />}
          <SystemStatus />
          <IconButton label={t('help')} className="max-sm:hidden" onClick={() => setHelp(true)}>
            <CircleHelp aria-hidden />
          </IconButton>
          <PreferencesMenu />
          <UpgradeButton className="mx-1 max-lg:hidden" />
          {user ? <AccountButton user={user} /> : <Skeleton className="size-7 rounded-full" />}
        </div>
      </header>
      <ConnectionNotice />
      <Suspense>
        {palette.state !== 'unloaded' && (
          <CommandPalette
            open={palette.state === 'open'}
            onOpenChange={palette.setOpen}
            onHelp={() => setHelp(true)}
          />
        )}
        {menu && <MenuSheet user={user} onHelp={() => setHelp(true)} onClose={() => setMenu(false)} />}
      </Suspense>
      {/* A separate boundary, so that the menu stays while the search loads. */}
      <Suspense>{help && <HelpSearch onClose={() => setHelp(false)} />}</Suspense>
    </>
  );
}
