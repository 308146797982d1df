import { Monitor, Moon, Sun } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '@/shared/lib/preferences.ts';
import { Button } from '@/shared/ui/button.tsx';

const Choices = lazy(() =>
  import('./preferences-choices.tsx').then((m) => ({ default: m.PreferencesChoices })),
);
const icons = { light: Sun, dark: Moon, system: Monitor } as const;

/** Theme and language, reachable on every page. */
export function PreferencesMenu() {
  const { t } = useTranslation('ui', { keyPrefix: 'preferences' });
  const theme = usePreferences((preferences) => preferences.theme);
  const [wanted, setWanted] = useState(false);
  const Icon = icons[theme];
  const button = (
    <Button
      variant="ghost"
      aria-label={t('menu')}
      title={t('menu')}
      aria-haspopup="menu"
      onClick={wanted ? undefined : () => setWanted(true)}
      className="w-8 px-0"
    >
      <Icon aria-hidden />
    </Button>
  );
  return wanted ? (
    <Suspense fallback={button}>
      <Choices trigger={button} />
    </Suspense>
  ) : (
    button
  );
}
