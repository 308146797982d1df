import type { DeployChange } from '@rowcast/contracts/domain/apis/deployment';
import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import type { Task } from '@rowcast/contracts/domain/models/training';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ScoreWarnings, scoreWarnings } from '@/features/scores/index.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { type Release, useRelease } from '../api.ts';
import { ScoreStanding } from './score-standing.tsx';

/** The changes for API clients, one per line. */
export function DeployChanges({ changes }: { changes: readonly DeployChange[] }) {
  const { t } = useTranslation('deployments');
  const named = (kind: DeployChange['kind'], value: string | null) =>
    value && (kind === 'task' || kind.startsWith('field_'))
      ? t(`kinds.${value as FieldSchema['kind'] | Task}`)
      : (value ?? '');
  return (
    <section className="rounded-lg border px-3 py-2" aria-label={t('deploy.notice')}>
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-4 text-yellow" />
        {t('deploy.notice')}
      </p>
      <ul className="mt-2 grid max-h-64 gap-1.5 overflow-y-auto text-sm">
        {changes.map(({ kind, field, before, after }) => (
          <li key={`${kind} ${field}`} className="break-words">
            {t(`change.${kind}`, { field, before: named(kind, before), after: named(kind, after) })}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OfferedDoubts({ model: { id, apiId, report } }: { model: Release['offered'] }) {
  const { t } = useTranslation('models');
  const paths = usePaths();
  return (
    <ScoreWarnings
      warnings={report ? scoreWarnings(report) : []}
      link={
        // Opens beside the dialog, which stays open.
        <Link
          to={`${paths.apiTab(apiId, `models/${id}`)}?part=data#findings`}
          target="_blank"
          className="rounded-sm text-accent-text hover:underline"
        >
          {t('doubt.see')}
        </Link>
      }
    />
  );
}

/** How much traffic the replacement affects, and that it changes no field. */
function Impact({ release: { changes, callsLast24Hours } }: { release: Release }) {
  const { t } = useTranslation('deployments');
  return (
    <p className="text-soft text-sm">
      {changes.length === 0 && `${t('deploy.noChanges')} `}
      <span className="whitespace-nowrap">
        {t('deploy.traffic', { count: callsLast24Hours, shown: formatInteger(callsLast24Hours) })}
      </span>
    </p>
  );
}

/** The scores, contract changes and affected traffic of a model before its deployment. */
export function ReleaseNotes({ modelId }: { modelId: string }) {
  const { data, isLoading, isLoadingError, error, refetch } = useRelease(modelId);
  if (isLoading) return <Skeleton className="h-24" />;
  if (isLoadingError) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <ScoreStanding release={data} />
      <OfferedDoubts model={data.offered} />
      {data.changes.length > 0 && <DeployChanges changes={data.changes} />}
      {data.served && <Impact release={data} />}
    </div>
  );
}
