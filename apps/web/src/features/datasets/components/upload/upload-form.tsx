import { datasetTypes, typeOfFile } from '@rowcast/contracts/domain/datasets/dataset';
import { pullForm, uploadForm } from '@rowcast/contracts/http/models/datasets';
import { Link2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input, Textarea } from '@/shared/ui/forms/input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { nameFromFile } from '../../upload/file-name.ts';
import { FileDrop } from './file-drop.tsx';

const addForm = uploadForm
  .extend({ source: pullForm.shape.source.optional().catch('') })
  .superRefine(({ type, source }, context) => {
    if (type === 'integration' && !source)
      context.addIssue({ code: 'custom', path: ['source'], message: 'Please enter a valid URL' });
  });
type Values = z.input<typeof addForm>;

/** A local file, or the URL from which the server fetches one. */
export type AddedTable = Pick<z.output<typeof uploadForm>, 'name' | 'description' | 'type'> &
  ({ file: File; source?: undefined } | { file?: undefined; source: string });

interface UploadFormProps {
  id: string;
  /** The error of the last attempt. */
  problem: string | undefined;
  onChoose: () => void;
  onSubmit: (table: AddedTable) => Promise<void>;
}

export function UploadForm({ id, problem, onChoose, onSubmit }: UploadFormProps) {
  const { t } = useTranslation('datasets');
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const form = useZodForm(addForm, { name: '', description: '', type: 'csv', source: '' });
  const fromAddress = useWatch({ control: form.control, name: 'type' }) === 'integration';

  const nameAfter = (filename: string) => {
    if (!form.getFieldState('name').isDirty)
      form.setValue('name', nameFromFile(filename), { shouldValidate: form.formState.isSubmitted });
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    form.setValue('type', typeOfFile(chosen.name));
    onChoose();
    setMissing(false);
    nameAfter(chosen.name);
  };
  const submit = async ({ source, ...values }: z.output<typeof addForm>) => {
    if (fromAddress) return onSubmit({ ...values, source: source ?? '' });
    if (!file) return setMissing(true);
    await onSubmit({ ...values, file });
  };

  return (
    <Form id={id} form={form} onSubmit={submit}>
      {fromAddress ? (
        <Field<Values, 'source'> name="source" label={t('upload.source')} hint={t('upload.sourceHint')}>
          {({ onBlur, ...field }) => (
            <Input
              {...field}
              value={field.value ?? ''}
              type="url"
              inputMode="url"
              placeholder="https://example.com/table.csv"
              onBlur={() => {
                onBlur();
                nameAfter(
                  URL.parse(field.value ?? '')
                    ?.pathname.split('/')
                    .at(-1) ?? '',
                );
              }}
            />
          )}
        </Field>
      ) : (
        <FileDrop file={file} onFile={choose} error={missing ? t('upload.fileMissing') : problem} />
      )}
      <Button
        size="sm"
        variant="ghost"
        className="-mt-2 justify-self-start"
        onClick={() => form.setValue('type', fromAddress ? typeOfFile(file?.name ?? '') : 'integration')}
      >
        {fromAddress ? <Upload aria-hidden /> : <Link2 aria-hidden />}
        {t(fromAddress ? 'upload.fromFile' : 'upload.fromUrl')}
      </Button>
      <Field<Values> name="name" label={t('upload.name')}>
        {(field) => <Input {...field} value={field.value ?? ''} />}
      </Field>
      <Field<Values> name="description" label={t('upload.descriptionField')} optional>
        {(field) => <Textarea {...field} rows={2} value={field.value ?? ''} />}
      </Field>
      <Field<Values, 'type'> name="type" label={t('upload.type')} hint={t('upload.typeHint')}>
        {(field) => (
          <Select {...field} options={datasetTypes.map((value) => ({ value, label: t(`type.${value}`) }))} />
        )}
      </Field>
    </Form>
  );
}
