import type { Model } from '@rowcast/contracts/domain/models/model';
import { isInTraining, modelStatuses } from '@rowcast/contracts/domain/status';
import { modelSorts } from '@rowcast/contracts/http/models/models';
import { BrainCircuit, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { DeployButton } from '@/features/deployments/index.ts';
import { formatDateTime, formatMetric } from '@/shared/lib/format/format.ts';
import { useListQuery } from '@/shared/lib/navigation/list-query.ts';
import { usePageWithin } from '@/shared/lib/navigation/page-within.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { StatusBadge } from '@/shared/ui/layout/badge.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { Progress } from '@/shared/ui/states/progress.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { ClearFilters, ListFilters } from '@/shared/ui/tables/list-filters.tsx';
import { Pagination } from '@/shared/ui/tables/pagination.tsx';
import { useDeleteModel, useModels } from '../../api.ts';
import { secondsLeft, shareDone } from '../../leaderboard/leaderboard.ts';
import { RetrainButton } from '../train-dialog/retrain-button.tsx';
import { QueueNote } from '../training/queue-note.tsx';
import { ModelProblem } from './model-problem.tsx';

/** The models of an API, newest first by default. */
export function ModelList({ apiId, trainAction }: { apiId: string; trainAction: ReactNode }) {
  const { t } = useTranslation('models');
  const list = useListQuery(modelStatuses, modelSorts);
  const { data, error, isLoading, refetch } = useModels({ ...list.query, apiId, limit: 20 });
  const isMoving = usePageWithin(data?.pagination, list.giveWayTo);
  const columns = useColumns(apiId);
  return (
    <>
      <div className="mb-3">
        <ListFilters label={t('list.search')} {...list} />
      </div>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={isMoving ? undefined : data?.data}
        rowId={({ id }) => id}
        sort={list.sort}
        onSort={list.sortBy}
        loading={isLoading || isMoving}
        error={error}
        failed={t('failed')}
        onRetry={refetch}
        skeletonRows={3}
        empty={
          list.filtered ? (
            <EmptyState
              icon={BrainCircuit}
              title={t('list.emptyFiltered')}
              action={<ClearFilters filter={list.filter} />}
            />
          ) : (
            <EmptyState icon={BrainCircuit} title={t('empty')} hint={t('emptyHint')} action={trainAction} />
          )
        }
      />
      {data && !isMoving && <Pagination {...data.pagination} onPage={list.turnTo} />}
    </>
  );
}

function useColumns(apiId: string): Column<Model>[] {
  const { t } = useTranslation('models');
  const paths = usePaths();
  return [
    {
      id: 'version',
      header: t('column.model'),
      sortable: true,
      className: 'min-w-36 align-top sm:min-w-48',
      cell: (model) => (
        <div className="grid gap-1">
          <Link
            to={paths.apiTab(apiId, `models/${model.id}`)}
            className="w-fit rounded-sm font-medium hover:underline"
          >
            v{model.version} <span className="font-normal text-soft">{model.name}</span>
          </Link>
          <span className="text-faint text-sm">
            {t('list.target', { column: model.targetColumn })} · {t(`modelType.${model.type}`)}
            <span className="md:hidden"> · {formatDateTime(model.createdAt)}</span>
          </span>
          <ModelProblem model={model} />
        </div>
      ),
    },
    {
      id: 'score',
      header: t('column.score'),
      numeric: true,
      className: 'align-top whitespace-nowrap',
      sortable: true,
      cell: ({ score, scoreGap, baselineScore, metric }) => (
        <>
          <span className="font-medium">
            {score === null && scoreGap ? t('score.undefined') : formatMetric(score, metric)}
          </span>
          {metric && <p className="text-faint text-sm">{t(`metric.${metric}`)}</p>}
          {score === null && scoreGap && (
            <p className="max-w-52 whitespace-normal text-faint text-sm">{t(`score.why.${scoreGap}`)}</p>
          )}
          {baselineScore !== null && (
            <p className="text-faint text-sm">
              {t('list.baseline', { score: formatMetric(baselineScore, metric) })}
            </p>
          )}
        </>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      sortable: true,
      className: 'align-top',
      cell: (model) => <ModelState model={model} />,
    },
    {
      id: 'created',
      header: t('column.created'),
      hideBelow: 'md',
      className: 'align-top whitespace-nowrap',
      sortable: true,
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      id: 'actions',
      header: t('column.actions'),
      numeric: true,
      className: 'align-top',
      cell: (model) => <ModelActions model={model} />,
    },
  ];
}

function ModelState({ model }: { model: Model }) {
  const { t } = useTranslation('models');
  const elapsed = model.progress?.elapsedSeconds ?? 0;
  const share = shareDone(elapsed, secondsLeft(model, elapsed));
  return (
    <div className="grid min-w-24 justify-items-start gap-1.5">
      <StatusBadge status={model.status} />
      {model.deployed && <StatusBadge status="deployed" />}
      {model.status === 'queued' && (
        <span className="text-soft text-xs">
          <QueueNote queue={model.queue} />
        </span>
      )}
      {model.status === 'training' && (
        <>
          <Progress label={t('training.progress')} value={share === null ? null : share * 100} />
          <span className="text-soft text-xs">{t(`phase.${model.progress?.phase ?? 'queued'}`)}</span>
        </>
      )}
    </div>
  );
}

function ModelActions({ model }: { model: Model }) {
  const { t } = useTranslation('models');
  const remove = useDeleteModel();
  const deleteDeniedReason = useDeniedReason('Delete');
  const named = { name: model.name, version: model.version };
  if (isInTraining(model.status)) return null;
  return (
    <div className="flex justify-end gap-1">
      {model.status === 'ready' && <DeployButton model={model} size="sm" />}
      <RetrainButton model={model} asIcon />
      <AlertDialog
        title={t('delete.title')}
        description={t('delete.confirm', { name: `${model.name} v${model.version}` })}
        action={t('delete.title')}
        danger
        onConfirm={async () => {
          await remove.mutateAsync(model.id);
          notify.success(t('delete.done', named));
        }}
        trigger={
          <IconButton
            label={t('delete.named', named)}
            size="sm"
            blocked={deleteDeniedReason ?? (model.deployed ? t('delete.deployed') : undefined)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        }
      />
    </div>
  );
}
