import type { Settings } from '@rowcast/contracts/domain/people/settings';
import type { User } from '@rowcast/contracts/domain/people/user';
import i18next from 'i18next';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '@/features/account/index.ts';
import { useMe } from '@/features/auth/index.ts';
import { PersonCard } from '@/features/profile/index.ts';
import { SecurityTab } from '@/features/security/index.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { useUnsavedWarning } from '@/shared/lib/navigation/unsaved-changes.ts';
import { useUrlTab } from '@/shared/lib/navigation/url-tab.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { Tabs } from '@/shared/ui/layout/tabs.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton, SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useSettings } from '../api.ts';
import { saveAll, useSettingsForms } from '../forms.ts';
import { AdvancedTab } from '../tabs/advanced.tsx';
import { ApiTab } from '../tabs/api.tsx';
import { NotificationsTab } from '../tabs/notifications.tsx';
import { ProfileTab } from '../tabs/profile.tsx';

const tabs = ['profile', 'security', 'notifications', 'api', 'advanced'] as const;

export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const { data: user } = useMe();
  const { data: settings, error, refetch } = useSettings();
  useTitle(t('title'));
  if (user && settings) return <SettingsForms key={user.id} user={user} settings={settings} />;
  return (
    <>
      <PageHeader title={t('title')} description={t('hint')} />
      {error ? (
        <ErrorState error={error} failed={t('fetchFailed')} onRetry={refetch} />
      ) : (
        <div className="grid gap-5 md:grid-cols-[16rem_minmax(0,1fr)]">
          <Skeleton className="h-64 rounded-lg" />
          <SkeletonLines lines={8} />
        </div>
      )}
    </>
  );
}

function SettingsForms({ user, settings }: { user: User; settings: Settings }) {
  const { t } = useTranslation('settings');
  const [tab, setTab] = useUrlTab(tabs);
  const [saving, setSaving] = useState(false);
  const forms = useSettingsForms(user, settings);
  const changed = forms.profile.changed || forms.notifications.changed || forms.api.changed;
  useUnsavedWarning(changed);
  const save = async () => {
    setSaving(true);
    const failed = await saveAll(forms, () => i18next.t('settings:allSaved')).finally(() => setSaving(false));
    if (failed) await setTab(failed);
  };
  const contents = {
    profile: <ProfileTab forms={forms} user={user} />,
    security: <SecurityTab />,
    notifications: <NotificationsTab forms={forms} />,
    api: <ApiTab forms={forms} />,
    advanced: <AdvancedTab />,
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('hint')}
        actions={
          <>
            <ExportButton label={t('export')} />
            <Button variant="primary" busy={saving} disabled={!changed} onClick={save}>
              <Save aria-hidden />
              {saving ? t('updating') : t('saveAll')}
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-5 md:grid-cols-[16rem_minmax(0,1fr)]">
        <PersonCard user={user} picture={forms.picture} onPicture={forms.setPicture} />
        <Tabs
          label={t('title')}
          value={tab}
          onChange={(next) => void setTab(next)}
          tabs={tabs.map((value) => ({
            value,
            label: t(`tab.${value}`),
            content: value === tab && contents[value],
          }))}
        />
      </div>
    </>
  );
}
