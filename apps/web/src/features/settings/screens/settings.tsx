import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SecurityTab } from '@/features/security/index.ts';
import { currentLanguage, languageNames, languages, setLanguage } from '@/shared/i18n/i18n.ts';
import { setTheme, themes, usePreferences } from '@/shared/lib/preferences.ts';
import { useTitle } from '@/shared/lib/title.ts';
import { FieldFrame } from '@/shared/ui/field.tsx';
import { PageHeader } from '@/shared/ui/page-header.tsx';
import { Select } from '@/shared/ui/select.tsx';

function Section({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t py-6 md:grid-cols-[14rem_1fr]">
      <h2 className="font-medium">{title}</h2>
      <div className={wide ? 'min-w-0' : 'grid max-w-md gap-5'}>{children}</div>
    </section>
  );
}

export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const { t: word } = useTranslation('ui', { keyPrefix: 'preferences' });
  const theme = usePreferences((preferences) => preferences.theme);
  useTitle(t('title'));
  const later = ['profile', 'notifications', 'api', 'advanced'] as const;
  return (
    <>
      <PageHeader title={t('title')} description={t('hint')} />
      <Section title={t('appearance')}>
        <FieldFrame label={word('theme')} hint={t('themeHint')}>
          {(ties) => (
            <Select
              {...ties}
              value={theme}
              onChange={setTheme}
              options={themes.map((value) => ({ value, label: word(value) }))}
            />
          )}
        </FieldFrame>
        <FieldFrame label={word('language')} hint={t('languageHint')}>
          {(ties) => (
            <Select
              {...ties}
              value={currentLanguage()}
              onChange={setLanguage}
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
            />
          )}
        </FieldFrame>
      </Section>
      <Section title={t('security.title')} wide>
        <SecurityTab />
      </Section>
      {later.map((section) => (
        <Section key={section} title={t(`${section}.title`)}>
          <p className="text-soft">{t(`${section}.holds`)}</p>
        </Section>
      ))}
    </>
  );
}
