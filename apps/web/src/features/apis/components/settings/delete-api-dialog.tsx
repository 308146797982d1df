import type { Api } from '@rowcast/contracts/domain/apis/api';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@/shared/lib/notify/notify.ts';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { useDeleteApi } from '../../api.ts';

interface DeleteApiDialogProps {
  api: Api;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted?: () => void;
  returnFocus?: RefObject<HTMLElement | null>;
}

export function DeleteApiDialog({ api, open, onOpenChange, onDeleted, returnFocus }: DeleteApiDialogProps) {
  const { t } = useTranslation('apis');
  const remove = useDeleteApi();
  const confirm = async () => {
    await remove.mutateAsync(api.id);
    notify.success(t('delete.done', { name: api.name }));
    onDeleted?.();
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('delete.title')}
      description={t('delete.confirm', { name: api.name })}
      action={t('delete.title')}
      danger
      {...(returnFocus ? { returnFocus } : {})}
      onConfirm={confirm}
    >
      <p className="text-soft">{t('delete.consequence')}</p>
    </AlertDialog>
  );
}
