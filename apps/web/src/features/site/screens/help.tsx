import { SearchX } from 'lucide-react';
import { Accordion } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { SearchBox } from '@/shared/ui/tables/search-box.tsx';
import { Questions } from '../components/questions.tsx';
import { firstQuestions, furtherQuestions } from '../faq.ts';
import { useFaqSearch } from '../faq-search.ts';

/** Lazy, because it needs the server and the rest of the page does not. */
const Contact = lazy(() => import('../components/contact.tsx').then((m) => ({ default: m.Contact })));

export function HelpScreen() {
  const { t } = useTranslation('site', { keyPrefix: 'help' });
  const { hash } = useLocation();
  const [search, setSearch] = useState('');
  useTitle(t('title'));
  const linked = [...firstQuestions, ...furtherQuestions].find((key) => hash === `#${key}`);
  const searching = search.trim() !== '';
  const found = useFaqSearch(search);
  return (
    <div className="mx-auto max-w-3xl px-4 py-16 sm:px-6">
      <h1 className="font-semibold text-3xl tracking-tight">{t('title')}</h1>
      <p className="mt-3 text-lg text-soft">{t('lead')}</p>
      <SearchBox label={t('search')} value={search} onChange={setSearch} className="mt-8" />
      <p role="status" className="mt-2 h-5 text-soft text-sm">
        {searching && found.length > 0 && t('found', { count: found.length })}
      </p>
      <Accordion.Root
        type="single"
        collapsible
        className="mt-4 grid gap-12"
        {...(linked ? { defaultValue: linked } : {})}
      >
        {searching ? (
          found.length > 0 && <Questions keys={found} />
        ) : (
          <>
            <Questions keys={firstQuestions} />
            <section>
              <h2 className="mb-4 font-semibold text-xl">{t('moreQuestions')}</h2>
              <Questions keys={furtherQuestions} />
            </section>
          </>
        )}
      </Accordion.Root>
      {searching && found.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={t('noMatch')}
          hint={t('noMatchHint')}
          action={<Button onClick={() => setSearch('')}>{t('clear')}</Button>}
        />
      )}
      <Suspense>
        <Contact />
      </Suspense>
    </div>
  );
}
