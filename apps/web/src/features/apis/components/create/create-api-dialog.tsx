import { apiTypes } from '@rowcast/contracts/domain/apis/api';
import { createApiForm } from '@rowcast/contracts/http/apis/apis';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { useAbortOnClose } from '@/shared/lib/navigation/abort-on-close.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input, Textarea } from '@/shared/ui/forms/input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { useCreateApi } from '../../api.ts';
import { type Template, templateNames, templates } from '../../templates.ts';

type Values = z.input<typeof createApiForm>;

export interface CreateApiProps {
  open: boolean;
  /** Returns a promise to await before navigating, such as for the URL without the dialog. */
  onOpenChange: (open: boolean) => unknown;
  /** The next page for the new API, if not its own. */
  placeOf?: ((apiId: string) => string) | undefined;
}

export function CreateApiDialog({ open, onOpenChange, placeOf }: CreateApiProps) {
  const { t } = useTranslation('apis');
  const formId = useId();
  const create = useCreateApi();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('create.title')}
      description={t('create.description')}
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={create.isPending}>
            {create.isPending ? t('create.busy') : t('create.submit')}
          </Button>
        </>
      }
    >
      <CreateApiForm id={formId} create={create} onOpenChange={onOpenChange} placeOf={placeOf} />
    </Dialog>
  );
}

interface CreateApiFormProps extends Pick<CreateApiProps, 'onOpenChange' | 'placeOf'> {
  id: string;
  create: ReturnType<typeof useCreateApi>;
}

function CreateApiForm({ id, create, onOpenChange, placeOf }: CreateApiFormProps) {
  const { t } = useTranslation('apis');
  const navigate = useNavigate();
  const paths = usePaths();
  const form = useZodForm(createApiForm, {
    name: '',
    description: '',
    type: 'prediction',
    template: undefined,
  });

  const choose = (template: string) => {
    const known = templateNames.find((name) => name === template);
    form.setValue('template', known);
    if (known) fillIn(known);
  };
  const fillIn = (template: Template) => {
    form.setValue('type', templates[template].type);
    form.setValue('description', t(`template.${template}.description`));
  };
  // After the dialog has closed, do not navigate.
  const begin = useAbortOnClose();
  const submit = async (values: z.output<typeof createApiForm>) => {
    const signal = begin();
    const api = await create.mutateAsync(values);
    notify.success(t('create.done', { name: api.name }));
    if (signal.aborted) return;
    await onOpenChange(false);
    await navigate((placeOf ?? paths.api)(api.id));
  };

  return (
    <Form id={id} form={form} onSubmit={submit}>
      <Field<Values> name="name" label={t('create.name')}>
        {(field) => (
          <Input {...field} value={String(field.value ?? '')} placeholder={t('create.namePlaceholder')} />
        )}
      </Field>
      <Field<Values> name="description" label={t('create.descriptionField')} optional>
        {(field) => <Textarea {...field} value={String(field.value ?? '')} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field<Values, 'type'> name="type" label={t('create.type')}>
          {(field) => (
            <Select
              {...field}
              options={apiTypes.map((type) => ({
                value: type,
                label: t(`type.${type}`),
                hint: t(`typeHint.${type}`),
              }))}
            />
          )}
        </Field>
        <Field<Values, 'template'>
          name="template"
          label={t('create.template')}
          optional
          hint={t('create.templateHint')}
        >
          {(field) => (
            <Select
              {...field}
              value={field.value ?? 'blank'}
              onChange={choose}
              options={[
                { value: 'blank', label: t('template.blank') },
                ...templateNames.map((name) => ({
                  value: name as string,
                  label: t(`template.${name}.name`),
                })),
              ]}
            />
          )}
        </Field>
      </div>
    </Form>
  );
}
