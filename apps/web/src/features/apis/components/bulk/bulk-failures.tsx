import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import type { BulkState } from './bulk-run.ts';

/** The APIs that an action could not change, each with the reason. */
export function BulkFailures({ state, onDismiss }: { state: BulkState; onDismiss: () => void }) {
  const { t } = useTranslation('apis');
  const { action, total, failures } = state;
  return (
    <div role="alert" className="grid gap-1.5 border-b pb-3">
      <p className="flex items-start gap-2 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
        {t(`bulk.failed.${action}`, { failed: failures.length, total })}
      </p>
      <ul className="grid max-h-40 gap-1 overflow-y-auto text-sm [overflow-wrap:anywhere]">
        {failures.map(({ id, name, reason }) => (
          <li key={id}>
            <span className="font-medium">{name}</span>: {reason}
          </li>
        ))}
      </ul>
      <Button size="sm" variant="ghost" className="justify-self-start" onClick={onDismiss}>
        {t('bulk.dismiss')}
      </Button>
    </div>
  );
}
