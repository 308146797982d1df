import type { DeployChange } from '@rowcast/contracts/domain/deployment';
import type { FieldSchema } from '@rowcast/contracts/domain/report';
import type { Task } from '@rowcast/contracts/domain/training';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { Skeleton } from '@/shared/ui/skeleton.tsx';
import { useChanges } from '../api.ts';

/** What callers will meet that they did not before, one a line. */
export function DeployChanges({ changes }: { changes: readonly DeployChange[] }) {
  const { t } = useTranslation('deployments');
  const named = (kind: DeployChange['kind'], value: string | null) =>
    value && (kind === 'task' || kind.startsWith('field_'))
      ? t(`kinds.${value as FieldSchema['kind'] | Task}`)
      : (value ?? '');
  return (
    <ul className="mt-3 grid max-h-64 gap-1.5 overflow-y-auto text-sm">
      {changes.map(({ kind, field, before, after }) => (
        <li key={`${kind} ${field}`} className="break-words">
          {t(`change.${kind}`, { field, before: named(kind, before), after: named(kind, after) })}
        </li>
      ))}
    </ul>
  );
}

/** The same for a model that is about to be tried; nothing where nothing changes. */
export function ChangesOf({ modelId }: { modelId: string }) {
  const { t } = useTranslation('deployments');
  const { data = [], isLoading, error, refetch } = useChanges(modelId);
  if (isLoading) return <Skeleton className="h-10" />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (data.length === 0) return null;
  return (
    <section className="rounded-lg border px-3 py-2" aria-label={t('deploy.notice')}>
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-4 text-yellow" />
        {t('deploy.notice')}
      </p>
      <DeployChanges changes={data} />
    </section>
  );
}
