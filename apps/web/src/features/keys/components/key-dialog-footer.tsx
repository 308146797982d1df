import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { DialogClose } from '@/shared/ui/dialogs/dialog.tsx';

interface KeyDialogFooterProps {
  made: boolean;
  /** The key is being made: whoever left now would never see it. */
  busy: boolean;
  action: ReactNode;
}

/** Cancel beside the dialog's action; once the key is made, only the way out is left. */
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
