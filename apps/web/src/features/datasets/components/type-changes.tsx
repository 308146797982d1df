import type { PinnedType } from '@rowcast/contracts/domain/clean';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';

interface TypeChangesProps {
  types: Record<string, PinnedType>;
  busy: boolean;
  onApply: () => void;
  onDiscard: () => void;
}

/** What has been chosen so far, and the button that makes a version of it. */
export function TypeChanges({ types, busy, onApply, onDiscard }: TypeChangesProps) {
  const { t } = useTranslation('datasets');
  const changes = Object.entries(types);
  if (changes.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-accent-text bg-accent-soft px-4 py-2.5"
    >
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {t('types.changed', { count: changes.length })}{' '}
        <span className="text-soft">
          {changes.map(([column, type]) => `${column}: ${t(`columnType.${type}`)}`).join(', ')}
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
  );
}
