import type { Api } from '@rowcast/contracts/domain/apis/api';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';

interface BulkDeleteDialogProps {
  apis: readonly Pick<Api, 'id' | 'name' | 'usage'>[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnFocus: RefObject<HTMLElement | null>;
  onConfirm: () => void;
}

/** One confirmation for all, with the traffic of each. Those with the most traffic come first. */
export function BulkDeleteDialog({ apis, onConfirm, ...opening }: BulkDeleteDialogProps) {
  const { t } = useTranslation('apis');
  const count = apis.length;
  const byTraffic = apis.toSorted((a, b) => b.usage.callsLast30Days - a.usage.callsLast30Days);
  return (
    <AlertDialog
      {...opening}
      title={t('bulk.deleteTitle', { count, shown: formatInteger(count) })}
      description={t('bulk.deleteText')}
      action={t('bulk.deleteTitle', { count, shown: formatInteger(count) })}
      danger
      onConfirm={onConfirm}
    >
      <ul className="mt-3 grid max-h-64 divide-y overflow-y-auto rounded-lg border text-sm">
        {byTraffic.map(({ id, name, usage: { callsLast30Days: calls } }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 px-3 py-1.5">
            <span className="min-w-0 truncate font-medium" title={name}>
              {name}
            </span>
            <span className={calls > 0 ? 'shrink-0 text-red' : 'shrink-0 text-faint'}>
              {calls > 0
                ? t('bulk.traffic', { count: calls, shown: formatInteger(calls) })
                : t('bulk.noTraffic')}
            </span>
          </li>
        ))}
      </ul>
    </AlertDialog>
  );
}
