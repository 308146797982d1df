import { datasetTypes, typeOfFile } from '@rowcast/contracts/domain/dataset';
import { uploadForm } from '@rowcast/contracts/http/datasets';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { describeError } from '@/shared/i18n/error-message.ts';
import { notify, notifyError } from '@/shared/lib/notify.ts';
import { useZodForm } from '@/shared/lib/zod-form.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialog.tsx';
import { Field, Form } from '@/shared/ui/form.tsx';
import { Input, Textarea } from '@/shared/ui/input.tsx';
import { Select } from '@/shared/ui/select.tsx';
import { nameFromFile } from '../file-name.ts';
import { dropUpload, startUpload, useUploads } from '../uploads.ts';
import { FileDrop } from './file-drop.tsx';
import { UploadProgress } from './upload-progress.tsx';

type Values = z.input<typeof uploadForm>;

/** A cancelled upload is no problem. */
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
  const start = async (values: z.output<typeof uploadForm>, file: File) => {
    const { id, finished } = startUpload({ ...values, file, apiId });
    show(id);
    setProblem(undefined);
    try {
      const { name } = await finished;
      notify.success(t('upload.done', { name }));
      if (shown.current === id) close(false);
    } catch (error) {
      notifyError(error, t('upload.failed'));
      if (shown.current === id) {
        // The dialog itself says what went wrong, so the list behind it need not.
        dropUpload(id);
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
      description={current ? t('upload.goesOn') : t('upload.description')}
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
            <Button variant="primary" type="submit" form={formId}>
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

interface UploadFormProps {
  id: string;
  /** Why the last attempt failed. */
  problem: string | undefined;
  onChoose: () => void;
  onSubmit: (values: z.output<typeof uploadForm>, file: File) => Promise<void>;
}

function UploadForm({ id, problem, onChoose, onSubmit }: UploadFormProps) {
  const { t } = useTranslation('datasets');
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const form = useZodForm(uploadForm, { name: '', description: '', type: 'csv' });

  const choose = (chosen: File) => {
    setFile(chosen);
    form.setValue('type', typeOfFile(chosen.name));
    onChoose();
    setMissing(false);
    if (!form.getFieldState('name').isDirty)
      form.setValue('name', nameFromFile(chosen.name), { shouldValidate: true });
  };
  const submit = async (values: z.output<typeof uploadForm>) => {
    if (!file) return setMissing(true);
    await onSubmit(values, file);
  };

  return (
    <Form id={id} form={form} onSubmit={submit}>
      <FileDrop file={file} onFile={choose} error={missing ? t('upload.fileMissing') : problem} />
      <Field<Values> name="name" label={t('upload.name')}>
        {(field) => <Input {...field} value={field.value ?? ''} />}
      </Field>
      <Field<Values> name="description" label={t('upload.descriptionField')} optional>
        {(field) => <Textarea {...field} rows={2} value={field.value ?? ''} />}
      </Field>
      <Field<Values, 'type'> name="type" label={t('upload.type')}>
        {(field) => (
          <Select
            {...field}
            options={datasetTypes.map((type) => ({
              value: type,
              label: t(`type.${type}`),
              ...(type === 'integration' ? { disabled: true, hint: t('typeLater') } : {}),
            }))}
          />
        )}
      </Field>
    </Form>
  );
}
