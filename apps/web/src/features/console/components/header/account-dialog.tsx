import type { User } from '@rowcast/contracts/domain/people/user';
import { LogOut, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLogout } from '@/features/auth/index.ts';
import { formatDate, formatRelative } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Avatar } from '@/shared/ui/layout/avatar.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';

interface AccountDialogProps {
  user: User;
  onClose: () => void;
}

/** The current user, with the sign-out button. */
export function AccountDialog({ user, onClose }: AccountDialogProps) {
  const { t } = useTranslation('console', { keyPrefix: 'account' });
  const logout = useLogout();
  const paths = usePaths();
  // Awaited, because the dialog unmounts when the guard redirects to the login screen.
  const signOut = async () => {
    await logout.mutateAsync().catch(() => undefined);
    notify.success(t('signedOut'));
  };
  const facts = [
    { label: t('email'), value: user.email },
    { label: t('phone'), value: user.phoneNumber ?? '–' },
    { label: t('username'), value: user.username },
    { label: t('since'), value: formatDate(user.createdAt) },
    { label: t('lastLogin'), value: formatRelative(user.lastLoginAt) },
  ];
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={t('title')}
      footer={
        <>
          <DialogClose asChild>
            <Button asChild>
              <Link to={paths.profile}>
                <UserRound aria-hidden />
                {t('profile')}
              </Link>
            </Button>
          </DialogClose>
          <Button busy={logout.isPending} onClick={signOut}>
            <LogOut aria-hidden />
            {t('signOut')}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3">
        <Avatar name={user.name} src={user.avatarUrl} size="lg" />
        <p className="min-w-0 break-words font-semibold text-lg">{user.name}</p>
      </div>
      <div className="mt-4 border-t pt-4">
        <Facts items={facts} />
      </div>
    </Dialog>
  );
}
