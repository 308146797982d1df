import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languageNames, languages, setLanguage } from '@/shared/i18n/i18n.ts';
import { setTheme, themes, usePreferences } from '@/shared/lib/preferences.ts';
import { DropdownMenu, MenuChoice, MenuSeparator } from '@/shared/ui/dropdown-menu.tsx';

/** Loaded at the first click on its trigger, and open from then on. */
export function PreferencesChoices({ trigger }: { trigger: ReactNode }) {
  const { t } = useTranslation('ui', { keyPrefix: 'preferences' });
  const theme = usePreferences((preferences) => preferences.theme);
  return (
    <DropdownMenu defaultOpen trigger={trigger}>
      <MenuChoice
        label={t('theme')}
        value={theme}
        options={themes.map((value) => ({ value, label: t(value) }))}
        onChange={setTheme}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('language')}
        value={currentLanguage()}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={setLanguage}
      />
    </DropdownMenu>
  );
}
