import { useTranslation } from 'react-i18next';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';

/** For a form with `newPassword` and `confirmPassword`. */
export function NewPasswordFields() {
  const { t } = useTranslation('security', { keyPrefix: 'password' });
  return (
    <>
      <Field name="newPassword" label={t('new')} hint={t('newHint')}>
        {(field) => <Input {...field} type="password" autoComplete="new-password" />}
      </Field>
      <Field name="confirmPassword" label={t('confirm')}>
        {(field) => <Input {...field} type="password" autoComplete="new-password" />}
      </Field>
    </>
  );
}
