import type { Dataset } from '@rowcast/contracts/domain/dataset';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@/shared/lib/notify.ts';
import { AlertDialog } from '@/shared/ui/alert-dialog.tsx';
import { useDeleteDataset } from '../api.ts';

interface DeleteDatasetDialogProps {
  dataset: Dataset;
  trigger: ReactNode;
  onDeleted?: () => void;
}

export function DeleteDatasetDialog({ dataset, trigger, onDeleted }: DeleteDatasetDialogProps) {
  const { t } = useTranslation('datasets');
  const remove = useDeleteDataset();
  return (
    <AlertDialog
      trigger={trigger}
      title={t('delete.title')}
      description={t('delete.confirm', { name: dataset.name })}
      action={t('delete.title')}
      danger
      onConfirm={async () => {
        await remove.mutateAsync(dataset.id);
        notify.success(t('delete.done', { name: dataset.name }));
        onDeleted?.();
      }}
    />
  );
}
