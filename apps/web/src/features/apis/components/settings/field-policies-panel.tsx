import { oddValues } from '@rowcast/contracts/domain/predictions/field-policies';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { useModel } from '@/features/models/index.ts';
import { useFollowSaved, useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { useUnsavedWarning } from '@/shared/lib/navigation/unsaved-changes.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form, Reason } from '@/shared/ui/forms/form.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Awaited } from '@/shared/ui/states/awaited.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useUpdateApi } from '../../api.ts';
import { deployedModel, useCurrentApi } from '../../current-api.ts';
import { deviations } from '../../field-policies.ts';
import { FieldPoliciesTable } from './field-policies-table.tsx';

const form = z.object({ oddValues });
type Values = z.input<typeof form>;

/** Field policies: how missing, unseen and out-of-range values are handled. */
export function FieldPoliciesPanel() {
  const { t } = useTranslation('apis');
  const api = useCurrentApi();
  const { model: newest, settings } = api;
  const model = deployedModel(api);
  const update = useUpdateApi(api.id);
  const writeDeniedReason = useDeniedReason('Write');
  const read = (model ?? newest)?.id;
  const query = useModel(read);
  const fields = query.data?.report?.fields ?? [];
  const start = { oddValues: settings.oddValues ?? {} };
  const values = useZodForm(form, start);
  useFollowSaved(values, start);
  useUnsavedWarning(values.formState.isDirty);
  const shown = { fields, model, inputPolicy: settings.inputPolicy };
  const save = async (given: z.output<typeof form>) => {
    const saved = await update.mutateAsync({ settings: { oddValues: deviations(given.oddValues) } });
    values.reset({ oddValues: saved.settings.oddValues ?? {} });
    notify.success(t('settings.saved'));
  };
  if (read && !query.data) {
    return (
      <Panel title={t('odd.title')} description={t('odd.description')} className="max-w-6xl">
        <Awaited queries={[query]}>
          <Skeleton className="h-40" />
        </Awaited>
      </Panel>
    );
  }
  return (
    <Panel title={t('odd.title')} description={t('odd.description')} className="max-w-6xl">
      {!model && newest && fields.length > 0 && (
        <p className="mb-4 text-soft text-sm">{t('odd.newest', { version: `v${newest.version}` })}</p>
      )}
      {writeDeniedReason ? (
        <div className="grid grid-cols-1 gap-5">
          <Reason>{writeDeniedReason}</Reason>
          <FieldPoliciesTable value={settings.oddValues ?? {}} {...shown} />
        </div>
      ) : (
        <Form form={values} onSubmit={save}>
          <Field<Values, 'oddValues'> name="oddValues" label={t('odd.label')} hint={t('odd.hint')}>
            {({ value, onChange }) => <FieldPoliciesTable value={value} onChange={onChange} {...shown} />}
          </Field>
          <div className="flex justify-end border-t pt-4">
            <Button
              type="submit"
              variant="primary"
              busy={update.isPending}
              disabled={!values.formState.isDirty}
            >
              {update.isPending ? t('settings.saving') : t('odd.save')}
            </Button>
          </div>
        </Form>
      )}
    </Panel>
  );
}
