import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';

const UpgradeDialog = lazy(() => import('./upgrade-dialog.tsx').then((m) => ({ default: m.UpgradeDialog })));

export function UpgradeButton() {
  const { t } = useTranslation('console', { keyPrefix: 'upgrade' });
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Suspense>{open && <UpgradeDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
