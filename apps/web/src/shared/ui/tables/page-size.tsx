import { useTranslation } from 'react-i18next';
import { Select } from '../forms/select.tsx';

interface PageSizeProps {
  limit: number;
  sizes: readonly number[];
  onLimit: (limit: number) => void;
}

/** Selects the page size; goes inside Pagination. */
export function PageSize({ limit, sizes, onLimit }: PageSizeProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="sm:mr-auto">
      <Select
        aria-label={t('pageSize')}
        value={String(limit)}
        options={sizes.map((size) => ({ value: String(size), label: t('perPage', { size }) }))}
        onChange={(size) => onLimit(Number(size))}
      />
    </div>
  );
}
