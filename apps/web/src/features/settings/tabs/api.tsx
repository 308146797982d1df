import { environments } from '@rowcast/contracts/domain/apis/api';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { SwitchField } from '@/shared/ui/forms/switch-field.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import type { ApiFields, SettingsForms } from '../forms.ts';
import { FormTab } from './form-tab.tsx';

/** The defaults of new APIs; each API has its own settings afterwards. */
export function ApiTab({ forms }: { forms: SettingsForms }) {
  const { t } = useTranslation('settings', { keyPrefix: 'api' });
  const writeDeniedReason = useDeniedReason('Write');
  const [limited, logged, cors] = forms.api.form.watch(['rateLimitEnabled', 'loggingEnabled', 'corsEnabled']);
  return (
    <FormTab tab={forms.api} label={t('save')} blocked={writeDeniedReason}>
      <Panel title={t('title')} description={t('hint')}>
        <div className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field<ApiFields, 'defaultEnvironment'>
              name="defaultEnvironment"
              label={t('environment')}
              hint={t('environmentHint')}
            >
              {(field) => (
                <Select
                  {...field}
                  options={environments.map((value) => ({ value, label: t(`environments.${value}`) }))}
                />
              )}
            </Field>
            <Field<ApiFields, 'requestTimeout'>
              name="requestTimeout"
              label={t('timeout')}
              hint={t('timeoutHint')}
            >
              {(field) => <NumberInput {...field} min={1} max={300} step={1} />}
            </Field>
          </div>
          <SwitchField<ApiFields> name="rateLimitEnabled" label={t('rateLimit')} hint={t('rateLimitHint')} />
          {limited && (
            <div className="grid gap-5 border-l-2 pl-4 sm:grid-cols-2">
              <Field<ApiFields, 'rateLimitRequests'> name="rateLimitRequests" label={t('requests')}>
                {(field) => <NumberInput {...field} min={1} step={1} />}
              </Field>
              <Field<ApiFields, 'rateLimitWindow'> name="rateLimitWindow" label={t('window')}>
                {(field) => <NumberInput {...field} min={1} step={1} />}
              </Field>
            </div>
          )}
          <SwitchField<ApiFields> name="loggingEnabled" label={t('logging')} hint={t('loggingHint')} />
          {logged && (
            <div className="border-l-2 pl-4">
              <Field<ApiFields, 'logRetentionDays'>
                name="logRetentionDays"
                label={t('retention')}
                className="max-w-60"
              >
                {(field) => <NumberInput {...field} min={1} max={365} step={1} />}
              </Field>
            </div>
          )}
          <SwitchField<ApiFields> name="corsEnabled" label={t('cors')} hint={t('corsHint')} />
          {cors && (
            <div className="border-l-2 pl-4">
              <Field<ApiFields, 'corsOrigins'>
                name="corsOrigins"
                label={t('origins')}
                hint={t('originsHint')}
              >
                {(field) => <Input {...field} className="font-mono text-sm" />}
              </Field>
            </div>
          )}
        </div>
      </Panel>
    </FormTab>
  );
}
