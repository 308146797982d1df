import { type PinnedType, pinnedTypes } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { useTranslation } from 'react-i18next';
import { Select } from '@/shared/ui/forms/select.tsx';

interface TypeSelectProps {
  column: ColumnProfile;
  chosen: PinnedType | undefined;
  onChoose: (type: PinnedType) => void;
}

/** Selects the type of a column. It takes effect when the table is re-read. */
export function TypeSelect({ column, chosen, onChoose }: TypeSelectProps) {
  const { t } = useTranslation('datasets');
  const types = column.type === 'constant' ? (['constant', ...pinnedTypes] as const) : pinnedTypes;
  return (
    <Select
      aria-label={t('typeOf', { column: column.name })}
      className={chosen && chosen !== column.type ? 'min-w-36 border-accent-text' : 'min-w-36'}
      value={chosen ?? column.type}
      onChange={(type) => type !== 'constant' && onChoose(type)}
      options={types.map((type) => ({
        value: type,
        label: t(`columnType.${type}`),
        ...(type === 'constant' ? { disabled: true } : {}),
      }))}
    />
  );
}
