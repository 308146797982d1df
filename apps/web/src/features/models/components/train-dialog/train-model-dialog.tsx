import { suggestedBudget } from '@rowcast/contracts/domain/models/training-budget';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { type Sent, UploadProgress, useDataset, useDatasetChoice } from '@/features/datasets/index.ts';
import { isGone } from '@/shared/lib/http/request-error.ts';
import { useAbortOnClose } from '@/shared/lib/navigation/abort-on-close.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useTrainModel, useUploadModel } from '../../api.ts';
import { namedBudget } from '../../training/time-budget.ts';
import {
  type Before,
  type TrainFormInput,
  type TrainFormValues,
  toTraining,
  toUpload,
} from '../../training/train-form.ts';
import { useApiType, useIsFirstTraining } from '../../training/training-target.ts';
import { TrainForm } from './train-form.tsx';

interface TrainModelDialogProps {
  /** Without it, the training creates an API. */
  apiId?: string | undefined;
  /** The initial values of the form. */
  start: TrainFormInput;
  /** The model to retrain. */
  before?: Before | undefined;
  title: string;
  description: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called in place of opening the page of the model. */
  onStarted?: (modelId: string) => void;
}

export function TrainModelDialog(props: TrainModelDialogProps) {
  const { apiId, before, title, description, open, onOpenChange, onStarted } = props;
  const isNewOfCustom = useApiType() === 'custom' && !before;
  const isFirstOfApi = useIsFirstTraining();
  const start = {
    ...props.start,
    ...(isNewOfCustom && { modelType: 'custom' as const }),
    ...(!before && namedBudget(suggestedBudget(isFirstOfApi))),
  };
  const { t } = useTranslation('models');
  const formId = useId();
  const navigate = useNavigate();
  const paths = usePaths();
  const train = useTrainModel();
  const uploaded = useUploadModel();
  const busy = train.isPending || uploaded.isPending;
  const [sent, setSent] = useState<Sent>();
  const { choices: datasets, onSearch, ...list } = useDatasetChoice();
  const { data: named, ...its } = useDataset(open ? start.datasetId : undefined);
  // Any dataset of the workspace can be used. This API's own come first, then the requested one is added.
  const listed = datasets?.some(({ id }) => id === named?.id);
  const ready = (listed || !named ? datasets : [named, ...(datasets ?? [])])
    ?.filter(({ status }) => status === 'ready')
    .sort((a, b) => Number(b.apiId === apiId) - Number(a.apiId === apiId));

  // The form reads its initial values once, so it waits for the requested dataset.
  const failed = [list, its].find(({ error, isLoadingError }) => isLoadingError && !isGone(error));
  const waiting = !ready || its.isLoading || failed !== undefined;

  // After the dialog has closed, its pending upload must not navigate.
  const begin = useAbortOnClose(open);

  const send = async (file: File, values: TrainFormValues, signal: AbortSignal) => {
    const startedAt = Date.now();
    const onProgress = (progress: Pick<Sent, 'sentBytes' | 'totalBytes'>) =>
      setSent({ name: file.name, startedAt, ...progress });
    onProgress({ sentBytes: 0, totalBytes: file.size });
    try {
      return await uploaded.mutateAsync({ file, fields: toUpload(apiId, values), signal, onProgress });
    } finally {
      setSent(undefined);
    }
  };

  const submit = async (values: TrainFormValues, file: File | null) => {
    const signal = begin();
    const started = file
      ? await send(file, values, signal)
      : await train.mutateAsync(toTraining(apiId, values, before));
    notify.success(t(file ? 'train.uploaded' : before ? 'train.restarted' : 'train.started'));
    if (signal.aborted) return;
    await onOpenChange(false);
    if (onStarted) return onStarted(started.id);
    await navigate(paths.apiTab(started.apiId, `models/${started.id}`));
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={title}
      description={description}
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
            disabled={waiting || ready.length === 0}
          >
            {busy ? t('train.busy') : t('train.submit')}
          </Button>
        </>
      }
    >
      {failed && <ErrorState error={failed.error} onRetry={failed.refetch} />}
      {waiting && !failed && <Skeleton className="h-64" />}
      {!waiting && ready.length === 0 && (
        <EmptyState
          title={t('train.noDataset')}
          hint={t('train.noDatasetHint')}
          action={
            <Button asChild>
              <Link to={`${apiId ? paths.apiTab(apiId, 'datasets') : paths.datasets}?upload=true`}>
                {t('train.upload')}
              </Link>
            </Button>
          }
        />
      )}
      {!waiting && ready.length > 0 && (
        <TrainForm
          id={formId}
          apiId={apiId}
          datasets={ready}
          onSearch={onSearch}
          start={start}
          before={before}
          onSubmit={submit}
        />
      )}
      {sent && (
        <div className="mt-5">
          <UploadProgress upload={sent} />
        </div>
      )}
    </Dialog>
  );
}
