import { Copy, Power, PowerOff, Trash2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { focusContent } from '@/shared/lib/navigation/focus-content.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { Progress } from '@/shared/ui/states/progress.tsx';
import { useApis } from '../../api.ts';
import { toQuery, useApiFilters } from '../../filters.ts';
import { clearSelection, selectApis, useSelection } from '../../selection.ts';
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx';
import { BulkFailures } from './bulk-failures.tsx';
import { type BulkAction, useBulkRun } from './bulk-run.ts';

const icons = { activate: Power, deactivate: PowerOff, duplicate: Copy } as const;
const messages = {
  activate: 'update.done',
  deactivate: 'update.done',
  duplicate: 'bulk.duplicated',
  delete: 'bulk.deleted',
} as const;

/** The actions for the selected APIs. Loads with the first selection. */
export function BulkBar() {
  const { t } = useTranslation('apis');
  const { filters } = useApiFilters();
  const onPage = useApis(toQuery(filters)).data?.data ?? [];
  const selected = useSelection(({ selectedApis }) => selectedApis);
  const { state, run, dismiss } = useBulkRun();
  const [deleting, setDeleting] = useState(false);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const writeDeniedReason = useDeniedReason('Write');
  const deleteDeniedReason = useDeniedReason('Delete');
  const isRunning = state?.isRunning ?? false;
  const count = selected.size;
  const start = async (action: BulkAction) => {
    const { total, failures } = await run(action);
    if (failures.length > 0) return;
    notify.success(t(messages[action]), t('bulk.count', { count: total, shown: formatInteger(total) }));
    focusContent();
  };
  if (count === 0 && !isRunning) return null;
  return (
    <section
      aria-label={t('bulk.title')}
      className="sticky bottom-3 z-10 mt-4 grid gap-3 rounded-lg border bg-raised px-4 py-3 shadow-float"
    >
      {state && !isRunning && state.failures.length > 0 && <BulkFailures state={state} onDismiss={dismiss} />}
      {isRunning && state && (
        <div className="grid gap-1.5">
          <p className="text-sm">{t('bulk.progress', { done: state.done, total: state.total })}</p>
          <Progress label={t('bulk.title')} value={state.done} max={state.total} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p aria-live="polite" className="mr-auto font-medium">
          {t('bulk.selected', { count, shown: formatInteger(count) })}
        </p>
        {onPage.some(({ id }) => !selected.has(id)) && (
          <Button size="sm" variant="ghost" disabled={isRunning} onClick={() => selectApis(onPage)}>
            {t('bulk.selectPage')}
          </Button>
        )}
        {(['activate', 'deactivate', 'duplicate'] as const).map((action) => {
          const Icon = icons[action];
          return (
            <Button
              key={action}
              size="sm"
              disabled={isRunning}
              blocked={writeDeniedReason}
              onClick={() => void start(action)}
            >
              <Icon aria-hidden />
              {t(`bulk.${action}`)}
            </Button>
          );
        })}
        <Button
          ref={deleteButton}
          size="sm"
          variant="danger"
          disabled={isRunning}
          blocked={deleteDeniedReason}
          onClick={() => setDeleting(true)}
        >
          <Trash2 aria-hidden />
          {t('bulk.delete')}
        </Button>
        <IconButton
          label={t('bulk.clear')}
          size="sm"
          disabled={isRunning}
          onClick={() => {
            clearSelection();
            focusContent();
          }}
        >
          <X aria-hidden />
        </IconButton>
      </div>
      <BulkDeleteDialog
        apis={[...selected.values()]}
        open={deleting}
        onOpenChange={setDeleting}
        returnFocus={deleteButton}
        onConfirm={() => void start('delete')}
      />
    </section>
  );
}
