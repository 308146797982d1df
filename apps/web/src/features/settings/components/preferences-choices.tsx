import { languages, themes } from '@rowcast/contracts/domain/people/preference-choices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languageNames } from '@/shared/i18n/i18n.ts';
import { usePreferences } from '@/shared/lib/session/preferences.ts';
import { DropdownMenu, MenuChoice, MenuSeparator } from '@/shared/ui/actions/dropdown-menu.tsx';
import { savePreferences } from '../save-preferences.ts';

/** Loads at the first click on its trigger, then opens at once. */
export function PreferencesChoices({ trigger }: { trigger: ReactNode }) {
  const { t } = useTranslation('ui', { keyPrefix: 'preferences' });
  const current = usePreferences((preferences) => preferences.theme);
  return (
    <DropdownMenu defaultOpen trigger={trigger}>
      <MenuChoice
        label={t('theme')}
        value={current}
        options={themes.map((value) => ({ value, label: t(value) }))}
        onChange={(theme) => void savePreferences({ theme })}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('language')}
        value={currentLanguage()}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(language) => void savePreferences({ language })}
      />
    </DropdownMenu>
  );
}
