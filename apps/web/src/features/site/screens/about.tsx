import { useTranslation } from 'react-i18next';
import { useTitle } from '@/shared/lib/navigation/title.ts';

const sections = ['what', 'who', 'data', 'models', 'open'] as const;

export function AboutScreen() {
  const { t } = useTranslation('site', { keyPrefix: 'about' });
  useTitle(t('title'));
  return (
    <article className="mx-auto max-w-3xl px-4 py-16 sm:px-6">
      <h1 className="font-semibold text-3xl tracking-tight">{t('title')}</h1>
      <p className="mt-3 text-lg text-soft">{t('lead')}</p>
      {sections.map((section) => (
        <section key={section} className="mt-10 grid gap-2 border-t pt-6 md:grid-cols-[12rem_1fr]">
          <h2 className="font-medium">{t(`${section}.title`)}</h2>
          <p className="text-soft leading-6">{t(`${section}.text`)}</p>
        </section>
      ))}
    </article>
  );
}
