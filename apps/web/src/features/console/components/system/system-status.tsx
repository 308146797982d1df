import { Activity } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';

const SystemDialog = lazy(() => import('./system-dialog.tsx').then((m) => ({ default: m.SystemDialog })));

export function SystemStatus() {
  const { t } = useTranslation('console', { keyPrefix: 'system' });
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('title')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Activity aria-hidden />
      </IconButton>
      <Suspense>{open && <SystemDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
