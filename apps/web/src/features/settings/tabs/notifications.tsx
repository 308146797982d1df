import { digestFrequencies } from '@rowcast/contracts/domain/people/notification';
import { useTranslation } from 'react-i18next';
import { PushSetting } from '@/features/notifications/index.ts';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { SwitchField } from '@/shared/ui/forms/switch-field.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import type { NotificationFields, SettingsForms } from '../forms.ts';
import { FormTab } from './form-tab.tsx';

const kinds = ['apiAlerts', 'teamUpdates', 'billingAlerts', 'securityAlerts', 'marketingEmails'] as const;

export function NotificationsTab({ forms }: { forms: SettingsForms }) {
  const { t } = useTranslation('settings');
  const pushes = forms.notifications.form.watch('pushNotifications');
  const choice = (name: 'emailNotifications' | 'pushNotifications' | (typeof kinds)[number]) => (
    <SwitchField<NotificationFields>
      key={name}
      name={name}
      label={t(`notifications.${name}`)}
      hint={t(`notifications.${name}Hint`)}
    />
  );
  return (
    <FormTab tab={forms.notifications} label={t('notifications.save')}>
      <Panel title={t('notifications.ways')}>
        <div className="grid gap-5">
          {choice('emailNotifications')}
          {choice('pushNotifications')}
          {pushes && (
            <div className="max-w-sm border-l-2 pl-4 empty:hidden">
              <PushSetting />
            </div>
          )}
          <Field<NotificationFields, 'digestFrequency'>
            name="digestFrequency"
            label={t('notifications.digest')}
            hint={t('notifications.digestHint')}
            className="max-w-60"
          >
            {(field) => (
              <Select
                {...field}
                options={digestFrequencies.map((value) => ({
                  value,
                  label: t(`notifications.every.${value}`),
                }))}
              />
            )}
          </Field>
        </div>
      </Panel>
      <Panel title={t('notifications.kinds')}>
        <div className="grid gap-5">{kinds.map(choice)}</div>
      </Panel>
    </FormTab>
  );
}
