import { apiSettings, environments } from '@rowcast/contracts/domain/apis/api';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { disabledSettings } from '@/shared/lib/forms/disabled-settings.ts';
import { wholeNumber } from '@/shared/lib/forms/whole-number.ts';
import { changedValues, useFollowSaved, useZodForm, visibleOnly } from '@/shared/lib/forms/zod-form.ts';
import { useUnsavedWarning } from '@/shared/lib/navigation/unsaved-changes.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Textarea } from '@/shared/ui/forms/input.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { SwitchField } from '@/shared/ui/forms/switch-field.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { useUpdateApi } from '../api.ts';
import { DecisionPanel } from '../components/decision/decision-panel.tsx';
import { DangerZone } from '../components/settings/danger-zone.tsx';
import { FieldPoliciesPanel } from '../components/settings/field-policies-panel.tsx';
import { LogFieldsPanel } from '../components/settings/log-fields-panel.tsx';
import { ServingFields } from '../components/settings/serving-fields.tsx';
import { useCurrentApi } from '../current-api.ts';

const settingsForm = apiSettings.extend({
  enabled: z.boolean(),
  description: z.string().trim().max(2000),
  rateLimitRequests: wholeNumber(1_000_000),
  rateLimitWindow: wholeNumber(86_400),
  requestTimeout: wholeNumber(300),
  logRetentionDays: wholeNumber(365),
});
type Values = z.input<typeof settingsForm>;

export function ApiSettingsScreen() {
  const api = useCurrentApi();
  return (
    <div className="grid grid-cols-1 gap-5">
      <SettingsForm key={api.id} />
      <DecisionPanel key={`decision ${api.id}`} />
      <FieldPoliciesPanel key={`odd ${api.id}`} />
      <LogFieldsPanel key={`log ${api.id}`} />
      <DangerZone />
    </div>
  );
}

function SettingsForm() {
  const { t } = useTranslation('apis');
  const api = useCurrentApi();
  const update = useUpdateApi(api.id);
  const start = { ...api.settings, enabled: api.enabled, description: api.description };
  const form = useZodForm(visibleOnly(settingsForm, start, disabledSettings), start);
  useFollowSaved(form, start);
  useUnsavedWarning(form.formState.isDirty);
  const writeDeniedReason = useDeniedReason('Write');
  const limited = form.watch('rateLimitEnabled');
  const { dirtyFields } = form.formState;
  const save = async (values: z.output<typeof settingsForm>) => {
    const { enabled, description, ...settings } = changedValues(values, dirtyFields);
    const saved = await update.mutateAsync({ enabled, description, settings });
    form.reset({ ...saved.settings, enabled: saved.enabled, description: saved.description });
    notify.success(t('settings.saved'));
  };
  return (
    <Panel title={t('settings.title')} className="max-w-2xl">
      <Form form={form} onSubmit={save} blocked={writeDeniedReason}>
        <Field<Values> name="description" label={t('create.descriptionField')} optional>
          {(field) => <Textarea {...field} value={String(field.value)} rows={2} />}
        </Field>
        <Field<Values, 'environment'>
          name="environment"
          label={t('settings.environment')}
          hint={t('settings.environmentHint')}
          className="max-w-60"
        >
          {(field) => (
            <Select
              {...field}
              options={environments.map((value) => ({ value, label: t(`environment.${value}`) }))}
            />
          )}
        </Field>
        <SwitchField<Values> name="enabled" label={t('settings.status')} hint={t('settings.statusHint')} />
        <SwitchField<Values>
          name="rateLimitEnabled"
          label={t('settings.rateLimit')}
          hint={t('settings.rateLimitHint')}
        />
        {limited && (
          <div className="grid gap-5 border-l-2 pl-4 sm:grid-cols-2">
            <Field<Values, 'rateLimitRequests'> name="rateLimitRequests" label={t('settings.requests')}>
              {(field) => <NumberInput {...field} min={1} step={1} />}
            </Field>
            <Field<Values, 'rateLimitWindow'> name="rateLimitWindow" label={t('settings.window')}>
              {(field) => <NumberInput {...field} min={1} step={1} />}
            </Field>
          </div>
        )}
        <SwitchField<Values>
          name="autoScaling"
          label={t('settings.autoScaling')}
          hint={t('settings.autoScalingHint')}
        />
        <Field<Values, 'requestTimeout'>
          name="requestTimeout"
          label={t('settings.timeout')}
          hint={t('settings.timeoutHint')}
          className="max-w-60"
        >
          {(field) => <NumberInput {...field} min={1} max={300} step={1} />}
        </Field>
        <ServingFields />
        <div className="flex justify-end border-t pt-4">
          <Button type="submit" variant="primary" busy={update.isPending} disabled={!form.formState.isDirty}>
            {update.isPending ? t('settings.saving') : t('settings.save')}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
