import { languages } from '@rowcast/contracts/domain/people/preference-choices';
import { timezones } from '@rowcast/contracts/domain/people/timezones';
import type { User } from '@rowcast/contracts/domain/people/user';
import { useTranslation } from 'react-i18next';
import { languageNames } from '@/shared/i18n/i18n.ts';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import type { ProfileFields } from '../profile-form.ts';
import { CodeChangeDialog } from './code-change-dialog.tsx';

const autoComplete = {
  firstName: 'given-name',
  lastName: 'family-name',
  phoneNumber: 'tel',
  company: 'organization',
  position: 'organization-title',
} as const;

function Text({ name, optional = false }: { name: keyof typeof autoComplete; optional?: boolean }) {
  const { t } = useTranslation('profile');
  return (
    <Field<ProfileFields, typeof name> name={name} label={t(`field.${name}`)} optional={optional}>
      {(field) => <Input {...field} autoComplete={autoComplete[name]} />}
    </Field>
  );
}

/** The fields of the surrounding form. Changes that need a code have their own dialog. */
export function ProfilePanel({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  return (
    <Panel title={t('panel.title')} description={t('panel.hint')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Text name="firstName" />
        <Text name="lastName" />
        <ReadOnly kind="email" value={user.email} />
        <ReadOnly kind="username" value={user.username} />
        <Text name="phoneNumber" optional />
        <Text name="company" optional />
        <Text name="position" optional />
        <Field<ProfileFields, 'timezone'>
          name="timezone"
          label={t('field.timezone')}
          hint={t('field.timezoneHint')}
        >
          {(field) => (
            <Select
              {...field}
              placeholder={t('field.ownTimezone')}
              options={timezones.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
        <Field<ProfileFields, 'language'>
          name="language"
          label={t('field.language')}
          hint={t('field.languageHint')}
        >
          {(field) => (
            <Select {...field} options={languages.map((value) => ({ value, label: languageNames[value] }))} />
          )}
        </Field>
      </div>
    </Panel>
  );
}

function ReadOnly({ kind, value }: { kind: 'email' | 'username'; value: string }) {
  const { t } = useTranslation('profile');
  return (
    <FieldFrame label={t(`field.${kind}`)} hint={t(`field.${kind}Hint`)}>
      {(ties) => (
        <div className="flex items-center gap-2">
          <Input {...ties} readOnly value={value} className="text-soft" />
          <CodeChangeDialog kind={kind} />
        </div>
      )}
    </FieldFrame>
  );
}
