import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '@/features/auth/index.ts';
import { Button } from '@/shared/ui/actions/button.tsx';

const UpgradeDialog = lazy(() => import('./upgrade-dialog.tsx').then((m) => ({ default: m.UpgradeDialog })));

/** Shown only if an upgrade is possible. */
export function UpgradeButton({ className }: { className?: string }) {
  const { t } = useTranslation('console', { keyPrefix: 'upgrade' });
  const [open, setOpen] = useState(false);
  if (useWorkspace()?.plan !== 'free') return null;
  return (
    <div className={className}>
      <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Suspense>{open && <UpgradeDialog onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
