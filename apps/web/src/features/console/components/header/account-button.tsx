import type { User } from '@rowcast/contracts/domain/people/user';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '@/shared/ui/layout/avatar.tsx';

const AccountDialog = lazy(() => import('./account-dialog.tsx').then((m) => ({ default: m.AccountDialog })));

export function AccountButton({ user }: { user: User }) {
  const { t } = useTranslation('console', { keyPrefix: 'account' });
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="rounded-full" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Avatar name={user.name} src={user.avatarUrl} />
        <span className="sr-only">{t('open', { name: user.name })}</span>
      </button>
      <Suspense>{open && <AccountDialog user={user} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
