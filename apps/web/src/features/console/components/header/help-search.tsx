import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faqKeys } from '@/features/site/index.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { SearchBox } from '@/shared/ui/tables/search-box.tsx';

/** Searches the FAQ locally. */
export function HelpSearch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console', { keyPrefix: 'help' });
  const { t: site } = useTranslation('site', { keyPrefix: 'help' });
  const [sought, setSought] = useState('');
  const words = sought.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const entries = faqKeys.map((key) => ({
    key,
    question: site(`faq.${key}.question`),
    answer: site(`faq.${key}.answer`),
  }));
  const found = entries.filter(({ question, answer }) => {
    const text = `${question} ${answer}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <Dialog onClose={onClose} title={t('title')}>
      <SearchBox label={t('search')} value={sought} onChange={setSought} />
      <p role="status" className="sr-only">
        {t('found', { count: found.length })}
      </p>
      <ul className="mt-3 grid gap-4">
        {found.map(({ key, question, answer }) => (
          <li key={key}>
            <p className="font-medium">{question}</p>
            <p className="mt-0.5 text-soft">{answer}</p>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="text-soft">
          {t('nothing')}{' '}
          <a href={publicPaths.help} className="font-medium text-accent-text hover:underline">
            {t('page')}
          </a>
        </p>
      )}
    </Dialog>
  );
}
