import type { apiSettings } from '@rowcast/contracts/domain/apis/api';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { SwitchField } from '@/shared/ui/forms/switch-field.tsx';

type Values = z.input<typeof apiSettings>;

const policies = ['lenient', 'strict'] as const;
const details = ['full', 'redacted'] as const;

/** Validation, error details, CORS and payload logging of an API. */
export function ServingFields() {
  const { t } = useTranslation('apis');
  const { watch } = useFormContext<Values>();
  const [corsEnabled, loggingEnabled, replayEnabled] = watch([
    'corsEnabled',
    'loggingEnabled',
    'replayEnabled',
  ]);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field<Values, 'inputPolicy'>
          name="inputPolicy"
          label={t('settings.inputPolicy')}
          hint={t('settings.inputPolicyHint')}
        >
          {(field) => (
            <Select
              {...field}
              options={policies.map((value) => ({ value, label: t(`settings.policy.${value}`) }))}
            />
          )}
        </Field>
        <Field<Values, 'errorDetail'>
          name="errorDetail"
          label={t('settings.errorDetail')}
          hint={t('settings.errorDetailHint')}
        >
          {(field) => (
            <Select
              {...field}
              options={details.map((value) => ({ value, label: t(`settings.detail.${value}`) }))}
            />
          )}
        </Field>
      </div>
      <SwitchField<Values> name="corsEnabled" label={t('settings.cors')} hint={t('settings.corsHint')} />
      {corsEnabled && (
        <div className="border-l-2 pl-4">
          <Field<Values, 'corsOrigins'>
            name="corsOrigins"
            label={t('settings.origins')}
            hint={t('settings.originsHint')}
          >
            {(field) => <Input {...field} className="font-mono text-sm" />}
          </Field>
        </div>
      )}
      <SwitchField<Values>
        name="loggingEnabled"
        label={t('settings.logging')}
        hint={t(loggingEnabled ? 'settings.loggingHint' : 'settings.loggingOff')}
      />
      {loggingEnabled && (
        <div className="space-y-5 border-l-2 pl-4">
          <SwitchField<Values>
            name="replayEnabled"
            label={t('settings.replay')}
            hint={t(replayEnabled === false ? 'settings.replayOff' : 'settings.replayHint')}
          />
          <Field<Values, 'logRetentionDays'>
            name="logRetentionDays"
            label={t('settings.retention')}
            hint={t('settings.retentionHint')}
            className="max-w-60"
          >
            {(field) => <NumberInput {...field} min={1} max={365} step={1} />}
          </Field>
        </div>
      )}
    </>
  );
}
