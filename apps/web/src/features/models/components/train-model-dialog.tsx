import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useDatasets } from '@/features/datasets/index.ts';
import { notify } from '@/shared/lib/notify.ts';
import { usePaths } from '@/shared/lib/paths.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialog.tsx';
import { EmptyState } from '@/shared/ui/empty-state.tsx';
import { Skeleton } from '@/shared/ui/skeleton.tsx';
import { useTrainModel, useUploadModel } from '../api.ts';
import { type SplitColumns, type TrainFormValues, toTraining, toUpload } from '../train-form.ts';
import { TrainForm } from './train-form-fields.tsx';

interface TrainModelDialogProps {
  apiId: string;
  /** Chosen when the dialog opens. */
  datasetId: string | undefined;
  split: SplitColumns;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function TrainModelDialog({ apiId, datasetId, split, open, onOpenChange }: TrainModelDialogProps) {
  const { t } = useTranslation('models');
  const formId = useId();
  const navigate = useNavigate();
  const paths = usePaths();
  const train = useTrainModel();
  const uploaded = useUploadModel();
  const busy = train.isPending || uploaded.isPending;
  const { data } = useDatasets({ limit: 100 });
  // Any table of the workspace will do; this API's own come first.
  const ready = data?.data
    .filter(({ status }) => status === 'ready')
    .sort((a, b) => Number(b.apiId === apiId) - Number(a.apiId === apiId));

  const submit = async (values: TrainFormValues, file: File | null) => {
    const { id } = file
      ? await uploaded.mutateAsync({ file, fields: toUpload(apiId, values) })
      : await train.mutateAsync(toTraining(apiId, values));
    notify.success(t('train.started'));
    await navigate(paths.apiTab(apiId, `models/${id}`));
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t('train.title')}
      description={t('train.description')}
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabled={!ready || ready.length === 0}
          >
            {busy ? t('train.busy') : t('train.submit')}
          </Button>
        </>
      }
    >
      {!ready && <Skeleton className="h-64" />}
      {ready?.length === 0 && (
        <EmptyState
          title={t('train.noDataset')}
          hint={t('train.noDatasetHint')}
          action={
            <Button asChild>
              <Link to={`${paths.apiTab(apiId, 'datasets')}?upload=true`}>{t('train.upload')}</Link>
            </Button>
          }
        />
      )}
      {ready && ready.length > 0 && (
        <TrainForm
          id={formId}
          apiId={apiId}
          datasets={ready}
          datasetId={datasetId}
          split={split}
          onSubmit={submit}
        />
      )}
    </Dialog>
  );
}
