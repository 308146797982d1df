import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFaqSearch } from '@/features/site/index.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { SearchBox } from '@/shared/ui/tables/search-box.tsx';

/** Searches the FAQ locally. */
export function HelpSearch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console', { keyPrefix: 'help' });
  const { t: site } = useTranslation('site', { keyPrefix: 'help' });
  const [search, setSearch] = useState('');
  const found = useFaqSearch(search);
  return (
    <Dialog onClose={onClose} title={t('title')}>
      <SearchBox label={t('search')} value={search} onChange={setSearch} />
      <p role="status" className="sr-only">
        {site('found', { count: found.length })}
      </p>
      <ul className="mt-3 grid gap-4">
        {found.map((key) => (
          <li key={key}>
            <p className="font-medium">{site(`faq.${key}.question`)}</p>
            <p className="mt-0.5 text-soft">{site(`faq.${key}.answer`)}</p>
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
