import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { DialogClose } from '@/shared/ui/dialogs/dialog.tsx';

interface KeyDialogFooterProps {
  made: boolean;
  /** The key is being created, so closing now would lose it. */
  busy: boolean;
  action: ReactNode;
}

/** Cancel and the dialog's action. Once the key exists, only a close button. */
export function KeyDialogFooter({ made, busy, action }: KeyDialogFooterProps) {
  const { t } = useTranslation('keys');
  if (made)
    return (
      <DialogClose asChild>
        <Button variant="primary">{t('create.close')}</Button>
      </DialogClose>
    );
  return (
    <>
      <DialogClose asChild>
        <Button disabled={busy}>{t('cancel')}</Button>
      </DialogClose>
      {action}
    </>
  );
}
