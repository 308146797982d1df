import { editApiForm } from '@rowcast/contracts/http/apis/apis';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { changedValues, useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useUnsavedWarning } from '@/shared/lib/navigation/unsaved-changes.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { useUpdateApi } from '../api.ts';
import { useCurrentApi } from '../current-api.ts';

const statuses = ['active', 'inactive'] as const;

export function ApiUpdateScreen() {
  const { t } = useTranslation('apis');
  const api = useCurrentApi();
  const navigate = useNavigate();
  const paths = usePaths();
  const update = useUpdateApi(api.id, 'update.failed');
  const form = useZodForm(editApiForm, { name: api.name, status: api.enabled ? 'active' : 'inactive' });
  const writeDeniedReason = useDeniedReason('Write');
  const { dirtyFields, isDirty } = form.formState;
  useUnsavedWarning(isDirty);
  const save = async (values: z.output<typeof editApiForm>) => {
    const { status, ...changed } = changedValues(values, dirtyFields);
    await update.mutateAsync({ ...changed, ...(status && { enabled: status === 'active' }) });
    notify.success(t('update.done'));
    navigate(paths.apis);
  };
  return (
    <Panel title={t('update.title')} className="max-w-xl">
      <Form form={form} onSubmit={save} blocked={writeDeniedReason}>
        <Field name="name" label={t('update.name')}>
          {(field) => <Input {...field} />}
        </Field>
        <Field name="status" label={t('update.status')} hint={t('update.statusHint')}>
          {(field) => (
            <Select
              {...field}
              options={statuses.map((status) => ({ value: status, label: t(`update.${status}`) }))}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={update.isPending}>
            {update.isPending ? t('update.busy') : t('update.title')}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
