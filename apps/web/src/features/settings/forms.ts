import { notificationSettings } from '@rowcast/contracts/domain/people/notification';
import { newApiSettings, type Settings } from '@rowcast/contracts/domain/people/settings';
import type { User } from '@rowcast/contracts/domain/people/user';
import i18next from 'i18next';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { profileFields, profileValues, useSaveProfile } from '@/features/profile/index.ts';
import { disabledSettings } from '@/shared/lib/forms/disabled-settings.ts';
import { wholeNumber } from '@/shared/lib/forms/whole-number.ts';
import {
  changedValues,
  showFieldProblems,
  useFollowSaved,
  useZodForm,
  visibleOnly,
} from '@/shared/lib/forms/zod-form.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { useSaveSettings } from './api.ts';
import { applyPreferences } from './apply-preferences.ts';

export const apiFields = newApiSettings.extend({
  requestTimeout: wholeNumber(300),
  rateLimitRequests: wholeNumber(1_000_000),
  rateLimitWindow: wholeNumber(86_400),
  logRetentionDays: wholeNumber(365),
});
export type ApiFields = z.input<typeof apiFields>;

export type NotificationFields = z.input<typeof notificationSettings>;

/** The forms of all tabs. Stored above the tabs, so that switching keeps changes and one action saves all. */
export function useSettingsForms(user: User, settings: Settings) {
  const { t } = useTranslation('settings');
  const [picture, setPicture] = useState<File | null>(null);
  const saveProfile = useSaveProfile();
  const saveNotifications = useSaveSettings(t('notifications.failed'));
  const saveApi = useSaveSettings(t('api.failed'));
  const profile = useZodForm(profileFields(user), profileValues(user));
  // The header menu can also change the language and theme.
  useFollowSaved(profile, profileValues(user));
  const notifications = useZodForm(notificationSettings, settings.notifications);
  const api = useZodForm(visibleOnly(apiFields, settings.api, disabledSettings), settings.api);
  const dirty = {
    profile: profile.formState.dirtyFields,
    notifications: notifications.formState.dirtyFields,
    api: api.formState.dirtyFields,
  };
  return {
    picture,
    setPicture,
    profile: {
      form: profile,
      changed: profile.formState.isDirty || picture !== null,
      busy: saveProfile.isPending,
      done: () => i18next.t('settings:profile.done'),
      save: async (values: z.output<ReturnType<typeof profileFields>>) => {
        const saved = await saveProfile.mutateAsync({ ...changedValues(values, dirty.profile), picture });
        setPicture(null);
        await applyPreferences(saved.preferences);
        profile.reset(profileValues(saved));
      },
    },
    notifications: {
      form: notifications,
      changed: notifications.formState.isDirty,
      busy: saveNotifications.isPending,
      done: () => i18next.t('settings:notifications.done'),
      save: async (values: NotificationFields) => {
        const saved = await saveNotifications.mutateAsync({
          notifications: changedValues(values, dirty.notifications),
        });
        notifications.reset(saved.notifications);
      },
    },
    api: {
      form: api,
      changed: api.formState.isDirty,
      busy: saveApi.isPending,
      done: () => i18next.t('settings:api.done'),
      save: async (values: z.output<typeof apiFields>) => {
        const saved = await saveApi.mutateAsync({ api: changedValues(values, dirty.api) });
        api.reset(saved.api);
      },
    },
  };
}

export type SettingsForms = ReturnType<typeof useSettingsForms>;
export type FormTab = 'profile' | 'notifications' | 'api';

interface Savable<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  changed: boolean;
  save: (values: O) => Promise<void>;
}

/** Resolves to false if validation fails or the server rejects the values. */
async function saveOne<I extends FieldValues, O>({ form, changed, save }: Savable<I, O>): Promise<boolean> {
  if (!changed) return true;
  let saved = false;
  await form.handleSubmit(async (values) => {
    try {
      await save(values);
      saved = true;
    } catch (error) {
      showFieldProblems(form, error);
    }
  })();
  return saved;
}

/** Saves the changes of all tabs; returns the first tab that failed. */
export async function saveAll(forms: SettingsForms, done: () => string): Promise<FormTab | null> {
  if (!(await saveOne(forms.profile))) return 'profile';
  if (!(await saveOne(forms.notifications))) return 'notifications';
  if (!(await saveOne(forms.api))) return 'api';
  notify.success(done());
  return null;
}
