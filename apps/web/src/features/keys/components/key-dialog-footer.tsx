import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { DialogClose } from '@/shared/ui/dialog.tsx';

/** Cancel beside the dialog's action; once the key is made, only the way out is left. */
export function KeyDialogFooter({ made, action }: { made: boolean; action: ReactNode }) {
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
        <Button>{t('cancel')}</Button>
      </DialogClose>
      {action}
    </>
  );
}
