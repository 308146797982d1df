import type { User } from '@rowcast/contracts/domain/people/user';
import { useTranslation } from 'react-i18next';
import { ProfilePanel } from '@/features/profile/index.ts';
import type { SettingsForms } from '../forms.ts';
import { FormTab } from './form-tab.tsx';

export function ProfileTab({ forms, user }: { forms: SettingsForms; user: User }) {
  const { t } = useTranslation('settings');
  return (
    <FormTab tab={forms.profile} label={t('profile.save')}>
      <ProfilePanel user={user} />
    </FormTab>
  );
}
