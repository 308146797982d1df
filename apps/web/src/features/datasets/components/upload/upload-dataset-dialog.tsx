import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/shared/i18n/error-message.ts';
import { notify, notifyFailure } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { usePull } from '../../api.ts';
import { removeUpload, startUpload, type UploadRequest, useUploads } from '../../upload/uploads.ts';
import { type AddedTable, UploadForm } from './upload-form.tsx';
import { UploadProgress } from './upload-progress.tsx';

/** A cancelled upload is not an error. */
function problemOf(error: unknown, fallback: string): string | undefined {
  const cancelled = error instanceof DOMException && error.name === 'AbortError';
  return cancelled ? undefined : describeError(error, fallback).message;
}

interface UploadDatasetDialogProps {
  apiId: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function UploadDatasetDialog({ apiId, open, onOpenChange }: UploadDatasetDialogProps) {
  const { t } = useTranslation('datasets');
  const formId = useId();
  const [uploadId, setUploadId] = useState<string | null>(null);
  const pull = usePull();
  const current = useUploads(({ uploads }) => uploads.find(({ id, error }) => id === uploadId && !error));

  const shown = useRef<string | null>(null);
  const [problem, setProblem] = useState<string>();

  const show = (id: string | null) => {
    shown.current = id;
    setUploadId(id);
  };
  const close = (next: boolean) => {
    if (!next) {
      show(null);
      setProblem(undefined);
    }
    onOpenChange(next);
  };
  const start = async ({ file, source, ...values }: AddedTable) => {
    if (!file) {
      const { name } = await pull.mutateAsync({ ...values, type: 'integration', source, apiId });
      notify.success(t('upload.fetching', { name }));
      return close(false);
    }
    await send({ ...values, file, apiId });
  };
  const send = async (request: UploadRequest) => {
    const { id, finished } = startUpload(request);
    show(id);
    setProblem(undefined);
    try {
      const { name } = await finished;
      notify.success(t('upload.done', { name }));
      if (shown.current === id) close(false);
    } catch (error) {
      notifyFailure(error, t('upload.failed'));
      if (shown.current === id) {
        // The dialog shows the error, so the list behind it does not.
        removeUpload(id);
        show(null);
        setProblem(problemOf(error, t('upload.failed')));
      }
      throw error;
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('upload.title')}
      description={current ? t('upload.keepOpen') : t('upload.description')}
      footer={
        current ? (
          <>
            <Button variant="danger" onClick={current.cancel}>
              {t('upload.cancel')}
            </Button>
            <DialogClose asChild>
              <Button>{t('upload.background')}</Button>
            </DialogClose>
          </>
        ) : (
          <>
            <DialogClose asChild>
              <Button>{t('cancel')}</Button>
            </DialogClose>
            <Button variant="primary" type="submit" form={formId} busy={pull.isPending}>
              {t('upload.submit')}
            </Button>
          </>
        )
      }
    >
      {current && (
        <div className="grid gap-3 py-2">
          <p className="break-all font-medium">{current.name}</p>
          <UploadProgress upload={current} />
        </div>
      )}
      <div hidden={current !== undefined}>
        <UploadForm id={formId} problem={problem} onChoose={() => setProblem(undefined)} onSubmit={start} />
      </div>
    </Dialog>
  );
}
