import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** Breadcrumbs; the last entry is the current page. */
export function Breadcrumbs({ items }: { items: readonly { label: string; to?: string }[] }) {
  const { t } = useTranslation('ui');
  return (
    <nav aria-label={t('breadcrumbs')}>
      <ol className="flex flex-wrap items-center gap-1 text-soft text-sm">
        {items.map(({ label, to }, index) => (
          <Fragment key={to ?? label}>
            {index > 0 && (
              <li aria-hidden>
                <ChevronRight className="size-3.5 text-faint" />
              </li>
            )}
            <li className="min-w-0">
              {to ? (
                <Link to={to} className="inline-block rounded-sm leading-6 hover:text-text hover:underline">
                  {label}
                </Link>
              ) : (
                <span aria-current="page" className="block max-w-80 truncate text-text">
                  {label}
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
