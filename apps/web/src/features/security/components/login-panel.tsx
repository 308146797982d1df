import { type SecuritySettings, sessionTimeouts } from '@rowcast/contracts/domain/people/settings';
import { useTranslation } from 'react-i18next';
import { notify } from '@/shared/lib/notify/notify.ts';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Switch } from '@/shared/ui/forms/switch.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useSaveSecuritySettings, useSecuritySettings } from '../api.ts';

/** The sign-in method and session length. Saved on change. */
export function LoginPanel() {
  const { t } = useTranslation('security', { keyPrefix: 'login' });
  const { data: settings, error, refetch } = useSecuritySettings();
  const { mutate, isPending } = useSaveSecuritySettings();
  const save = (changes: Partial<SecuritySettings>) =>
    mutate(changes, { onSuccess: () => notify.success(t('saved')) });
  return (
    <Panel title={t('title')} description={t('description')}>
      {error && !settings && <ErrorState error={error} onRetry={refetch} />}
      {!settings && !error && <SkeletonLines lines={3} />}
      {settings && (
        <div className="grid gap-5">
          <FieldFrame inline label={t('twoFactor')} hint={t('twoFactorHint')}>
            {(ties) => (
              <Switch
                {...ties}
                value={settings.twoFactorEnabled}
                disabled={isPending}
                onChange={(twoFactorEnabled) => save({ twoFactorEnabled })}
              />
            )}
          </FieldFrame>
          <FieldFrame label={t('timeout')} hint={t('timeoutHint')}>
            {(ties) => (
              <Select
                {...ties}
                value={String(settings.sessionTimeout)}
                disabled={isPending}
                onChange={(hours) => {
                  const sessionTimeout = sessionTimeouts.find((each) => String(each) === hours);
                  if (sessionTimeout) save({ sessionTimeout });
                }}
                options={sessionTimeouts.map((hours) => ({
                  value: String(hours),
                  label: t('hours', { count: hours }),
                }))}
              />
            )}
          </FieldFrame>
        </div>
      )}
    </Panel>
  );
}
