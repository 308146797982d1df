import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@/shared/lib/notify/notify.ts';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Awaited } from '@/shared/ui/states/awaited.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useDeleteDataset, useModelsOf } from '../../api.ts';
import { ModelsOfDataset } from './models-of-dataset.tsx';

interface DeleteDatasetDialogProps {
  dataset: Dataset;
  trigger: ReactNode;
  onDeleted?: () => void;
}

export function DeleteDatasetDialog({ dataset, trigger, onDeleted }: DeleteDatasetDialogProps) {
  const { t } = useTranslation('datasets');
  const [open, setOpen] = useState(false);
  const remove = useDeleteDataset();
  const models = useModelsOf(dataset.id, open);
  return (
    <AlertDialog
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
      title={t('delete.title')}
      description={t('delete.confirm', { name: dataset.name })}
      action={t('delete.title')}
      danger
      onConfirm={async () => {
        await remove.mutateAsync(dataset.id);
        notify.success(t('delete.done', { name: dataset.name }));
        onDeleted?.();
      }}
      blocked={models.isLoading}
    >
      <div className="mt-3 min-h-10 text-soft">
        {dataset.originalId && <p className="mb-2">{t('delete.version', { version: dataset.version })}</p>}
        <Awaited queries={[models]}>
          {models.data ? <ModelsOfDataset models={models.data} /> : <SkeletonLines lines={2} />}
        </Awaited>
      </div>
    </AlertDialog>
  );
}
