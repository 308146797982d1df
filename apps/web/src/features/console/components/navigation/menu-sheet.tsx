import type { User } from '@rowcast/contracts/domain/people/user';
import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { Sheet } from '@/shared/ui/dialogs/sheet.tsx';
import { Logo } from '@/shared/ui/layout/logo.tsx';
import { UpgradeButton } from '../upgrade-button.tsx';
import { idleClasses, itemClasses, Navigation } from './navigation.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

interface MenuSheetProps {
  user: User | undefined;
  onHelp: () => void;
  onClose: () => void;
}

/** The navigation on a phone, which has no sidebar. */
export function MenuSheet({ user, onHelp, onClose }: MenuSheetProps) {
  const { t } = useTranslation('console', { keyPrefix: 'header' });
  return (
    <Sheet onClose={onClose} side="left" title={<Logo />}>
      {user && <WorkspaceSwitcher workspaces={user.workspaces} className="mb-3 w-full justify-between" />}
      <Navigation onNavigate={onClose} />
      {/* Wider screens show it in the header. */}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onHelp}
        className={cn(itemClasses, idleClasses, 'mt-0.5 w-full sm:hidden')}
      >
        <CircleHelp className="size-4 shrink-0" aria-hidden />
        {t('help')}
      </button>
      <UpgradeButton className="mt-4 border-t pt-4" />
    </Sheet>
  );
}
