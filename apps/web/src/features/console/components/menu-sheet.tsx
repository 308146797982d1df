import type { User } from '@rowcast/contracts/domain/user';
import { Logo } from '@/shared/ui/logo.tsx';
import { Sheet } from '@/shared/ui/sheet.tsx';
import { Navigation } from './navigation.tsx';
import { UpgradeButton } from './upgrade-button.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

interface MenuSheetProps {
  user: User | undefined;
  onClose: () => void;
}

/** What a phone has no room for beside the screen. */
export function MenuSheet({ user, onClose }: MenuSheetProps) {
  return (
    <Sheet onClose={onClose} side="left" title={<Logo />}>
      {user && <WorkspaceSwitcher workspaces={user.workspaces} className="mb-3 w-full justify-between" />}
      <Navigation onNavigate={onClose} />
      <UpgradeButton className="mt-4 border-t pt-4" />
    </Sheet>
  );
}
