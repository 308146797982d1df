import { apiSettings, type LogFields } from '@rowcast/contracts/domain/apis/api';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { useFollowSaved, useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { useUnsavedWarning } from '@/shared/lib/navigation/unsaved-changes.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { useLogFields, useUpdateApi } from '../../api.ts';
import { useCurrentApi } from '../../current-api.ts';
import { LogFieldsTable } from './log-fields-table.tsx';

const form = apiSettings.pick({ logFields: true });
type Values = z.input<typeof form>;

/** Fields that the request log shows or masks. Hidden while logging is off, and without fields. */
export function LogFieldsPanel() {
  const { t } = useTranslation('apis');
  const api = useCurrentApi();
  const update = useUpdateApi(api.id);
  const writeDeniedReason = useDeniedReason('Write');
  const known = useLogFields(api.id).data?.data ?? [];
  const start: { logFields: LogFields } = { logFields: api.settings.logFields ?? {} };
  const values = useZodForm(form, start);
  useFollowSaved(values, start);
  useUnsavedWarning(values.formState.isDirty);
  const isEmpty = known.length === 0 && Object.keys(start.logFields).length === 0;
  if (!api.settings.loggingEnabled || isEmpty) return null;
  const save = async ({ logFields = {} }: z.output<typeof form>) => {
    const saved = await update.mutateAsync({ settings: { logFields } });
    values.reset({ logFields: saved.settings.logFields ?? {} });
    notify.success(t('settings.saved'));
  };
  return (
    <Panel title={t('logFields.title')} description={t('logFields.description')} className="max-w-6xl">
      <Form form={values} onSubmit={save} blocked={writeDeniedReason}>
        <Field<Values, 'logFields'> name="logFields" label={t('logFields.label')} hint={t('logFields.hint')}>
          {({ value = {}, onChange }) => <LogFieldsTable value={value} known={known} onChange={onChange} />}
        </Field>
        <div className="flex justify-end border-t pt-4">
          <Button
            type="submit"
            variant="primary"
            busy={update.isPending}
            disabled={!values.formState.isDirty}
          >
            {update.isPending ? t('settings.saving') : t('logFields.save')}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
