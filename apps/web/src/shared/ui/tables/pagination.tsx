import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../lib/format/format.ts';
import { IconButton } from '../actions/icon-button.tsx';

interface PaginationProps {
  page: number;
  limit: number;
  total: number;
  onPage: (page: number) => void;
  /** The page-size select. */
  children?: ReactNode;
}

export function Pagination({ page, limit, total, onPage, children }: PaginationProps) {
  const { t } = useTranslation('ui');
  const pages = Math.max(1, Math.ceil(total / limit));
  if (total === 0) return null;
  return (
    <nav
      aria-label={t('pagination')}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-soft text-sm tabular-nums"
    >
      <span>
        {t('rangeOf', {
          from: formatInteger((page - 1) * limit + 1),
          to: formatInteger(Math.min(total, page * limit)),
          total: formatInteger(total),
        })}
      </span>
      {children}
      <span className="flex items-center gap-2">
        <IconButton
          label={t('previous')}
          size="sm"
          variant="secondary"
          aria-disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        {t('pageOf', { page: formatInteger(page), pages: formatInteger(pages) })}
        <IconButton
          label={t('next')}
          size="sm"
          variant="secondary"
          aria-disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </span>
    </nav>
  );
}
