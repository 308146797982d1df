import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import { Plus, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { useDataset } from '../../api.ts';
import { useCreateVersion } from '../../cleaning/make-version.ts';
import { appliesWhileReading, stepText } from '../../cleaning/recipe.ts';
import { AddStepDialog } from './add-step-dialog.tsx';

/** The cleaning steps of this version. Each can be removed. */
export function RecipePanel({ dataset }: { dataset: DatasetDetail }) {
  const { t } = useTranslation('datasets');
  const { busy, addSteps, removeStep } = useCreateVersion(dataset);
  // Only the original has every column. A version may have dropped one that another step needs.
  const original = useDataset(dataset.originalId ?? dataset.id).data;
  const writeDeniedReason = useDeniedReason('Write');
  const applied = dataset.profile?.applied ?? [];
  const effect = (index: number): string | null => {
    const step = dataset.recipe[index];
    if (!step || appliesWhileReading(step)) return null;
    const done =
      applied[dataset.recipe.slice(0, index).filter((before) => !appliesWhileReading(before)).length];
    if (!done) return null;
    if (done.rows > 0) return t('step.rows', { rows: formatInteger(done.rows) });
    return done.cells > 0 ? t('step.cells', { cells: formatInteger(done.cells) }) : null;
  };
  const add = (
    <AddStepDialog
      columns={original?.profile?.columns.map(({ name }) => name) ?? []}
      profiles={dataset.profile?.columns ?? []}
      onAdd={addSteps}
      trigger={
        <Button size="sm" variant="primary" disabled={busy || !original?.profile} blocked={writeDeniedReason}>
          <Plus aria-hidden />
          {t('step.add')}
        </Button>
      }
    />
  );
  return (
    <Panel title={t('tab.cleaning')} description={t('cleaning.description')} actions={add} flush>
      {dataset.recipe.length === 0 ? (
        <EmptyState title={t('cleaning.none')} hint={t('cleaning.noneHint')} />
      ) : (
        <ol className="divide-y">
          {dataset.recipe.map((step, index) => (
            <li key={JSON.stringify([index, step])} className="flex items-center gap-3 px-4 py-2.5">
              <span className="w-6 shrink-0 text-right text-faint tabular-nums">{index + 1}</span>
              <div className="min-w-0 flex-1">
                <p className="[overflow-wrap:anywhere]">{stepText(t, step)}</p>
                {effect(index) && <p className="text-faint text-sm">{effect(index)}</p>}
              </div>
              <IconButton
                label={t('step.undo', { step: stepText(t, step) })}
                disabled={busy}
                blocked={writeDeniedReason}
                onClick={() => removeStep(index)}
              >
                <Undo2 aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
