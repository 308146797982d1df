import { Monitor, Moon, Sun } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '@/shared/lib/session/preferences.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { LazyOnPress } from '@/shared/ui/actions/lazy-on-press.tsx';

const Choices = lazy(() =>
  import('./preferences-choices.tsx').then((m) => ({ default: m.PreferencesChoices })),
);
const icons = { light: Sun, dark: Moon, system: Monitor } as const;

/** Theme and language, available on every page. */
export function PreferencesMenu() {
  const { t } = useTranslation('ui', { keyPrefix: 'preferences' });
  const theme = usePreferences((preferences) => preferences.theme);
  const Icon = icons[theme];
  const button = (
    <Button
      variant="ghost"
      aria-label={t('menu')}
      title={t('menu')}
      aria-haspopup="menu"
      className="w-8 px-0"
    >
      <Icon aria-hidden />
    </Button>
  );
  return (
    <LazyOnPress button={button}>
      <Choices trigger={button} />
    </LazyOnPress>
  );
}
