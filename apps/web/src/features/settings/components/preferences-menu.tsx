import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languageNames, languages, setLanguage } from '@/shared/i18n/i18n.ts';
import { setTheme, themes, usePreferences } from '@/shared/lib/preferences.ts';
import { DropdownMenu, MenuChoice, MenuSeparator } from '@/shared/ui/dropdown-menu.tsx';
import { IconButton } from '@/shared/ui/icon-button.tsx';

const icons = { light: Sun, dark: Moon, system: Monitor } as const;

/** Theme and language, reachable on every page. */
export function PreferencesMenu() {
  const { t } = useTranslation('ui', { keyPrefix: 'preferences' });
  const theme = usePreferences((preferences) => preferences.theme);
  const Icon = icons[theme];
  return (
    <DropdownMenu
      trigger={
        <IconButton label={t('menu')}>
          <Icon aria-hidden />
        </IconButton>
      }
    >
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
