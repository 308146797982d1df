import { ChevronDown } from 'lucide-react';
import { Accordion } from 'radix-ui';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { faqKeys } from '../faq.ts';

/** Lazy, because it needs the server and the rest of the page does not. */
const Contact = lazy(() => import('../components/contact.tsx').then((m) => ({ default: m.Contact })));

export function HelpScreen() {
  const { t } = useTranslation('site', { keyPrefix: 'help' });
  const { hash } = useLocation();
  useTitle(t('title'));
  const openQuestion = faqKeys.find((key) => hash === `#${key}`);
  return (
    <div className="mx-auto max-w-3xl px-4 py-16 sm:px-6">
      <h1 className="font-semibold text-3xl tracking-tight">{t('title')}</h1>
      <p className="mt-3 text-lg text-soft">{t('lead')}</p>
      <Accordion.Root
        type="single"
        collapsible
        className="mt-10 border-t"
        {...(openQuestion ? { defaultValue: openQuestion } : {})}
      >
        {faqKeys.map((key) => (
          <Accordion.Item key={key} value={key} id={key} className="border-b">
            <Accordion.Header asChild>
              <h2>
                <Accordion.Trigger className="group flex w-full items-center justify-between gap-4 rounded-sm py-4 text-left font-medium text-lg hover:text-accent-text">
                  {t(`faq.${key}.question`)}
                  <ChevronDown
                    className="size-4 shrink-0 text-faint transition-transform group-data-[state=open]:rotate-180"
                    aria-hidden
                  />
                </Accordion.Trigger>
              </h2>
            </Accordion.Header>
            <Accordion.Content className="enter max-w-2xl pb-5 text-soft leading-6">
              {t(`faq.${key}.answer`)}
            </Accordion.Content>
          </Accordion.Item>
        ))}
      </Accordion.Root>
      <Suspense>
        <Contact />
      </Suspense>
    </div>
  );
}
