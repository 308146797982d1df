import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import type { ChosenType, ChosenTypes } from '../../columns/chosen-types.ts';
import { LevelOrder } from './level-order.tsx';

interface TypeChangesProps {
  types: ChosenTypes;
  columns: readonly ColumnProfile[];
  busy: boolean;
  onChoose: (column: ColumnProfile, chosen: ChosenType) => void;
  onApply: () => void;
  onDiscard: () => void;
}

/** Lists pending type and level changes, with the button that creates a version. */
export function TypeChanges({ types, columns, busy, onChoose, onApply, onDiscard }: TypeChangesProps) {
  const { t } = useTranslation('datasets');
  const changes = Object.entries(types);
  if (changes.length === 0) return null;
  return (
    <div className="mb-3 grid gap-3 rounded-lg border border-accent-text bg-accent-soft px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {t('types.changed', { count: changes.length })}{' '}
          <span className="text-soft">
            {changes.map(([column, { to }]) => `${column}: ${t(`columnType.${to}`)}`).join(', ')}
          </span>
        </p>
        <div className="flex gap-2">
          <Button size="sm" onClick={onDiscard} disabled={busy}>
            {t('types.discard')}
          </Button>
          <Button size="sm" variant="primary" busy={busy} onClick={onApply}>
            {t('types.apply')}
          </Button>
        </div>
      </div>
      {columns
        .filter(({ name }) => types[name]?.to === 'ordinal')
        .map((column) => (
          <LevelOrder
            key={column.name}
            column={column}
            levels={types[column.name]?.levels}
            onChange={(levels) => onChoose(column, { to: 'ordinal', levels })}
          />
        ))}
    </div>
  );
}
