import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import { isInTraining } from '@rowcast/contracts/domain/status';
import { ArrowLeft, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { DeployButton } from '@/features/deployments/index.ts';
import { formatDateTime } from '@/shared/lib/format/format.ts';
import { isGone } from '@/shared/lib/http/request-error.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { StatusBadge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { GoneState } from '@/shared/ui/states/gone-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useModel } from '../api.ts';
import { ModelFiles } from '../components/list/model-files.tsx';
import { ModelProblem } from '../components/list/model-problem.tsx';
import { RenameModelDialog } from '../components/list/rename-model-dialog.tsx';
import { RetrainButton } from '../components/train-dialog/retrain-button.tsx';
import { ResultView } from '../components/training/result-view.tsx';
import { TrainingEnd } from '../components/training/training-end.tsx';
import { TrainingView } from '../components/training/training-view.tsx';

export function ModelScreen() {
  const { id: apiId = '', modelId = '' } = useParams();
  const paths = usePaths();
  const { t } = useTranslation('models');
  const { data, error, refetch } = useModel(modelId);
  if (isGone(error)) {
    return <GoneState heading="h2" title={t('gone')} to={paths.apiTab(apiId, 'models')} label={t('all')} />;
  }
  if (!data) {
    return error ? <ErrorState error={error} failed={t('failed')} onRetry={refetch} /> : <ModelSkeleton />;
  }
  return (
    <>
      <ModelHeader model={data} />
      <TrainingEnd key={data.id} status={data.status} />
      {isInTraining(data.status) && <TrainingView model={data} />}
      {data.error && (
        <Panel title={t(data.status === 'cancelled' ? 'cancelled' : 'problem')}>
          <ModelProblem model={data} />
        </Panel>
      )}
      {data.report && <ResultView model={data} report={data.report} />}
    </>
  );
}

function ModelHeader({ model }: { model: ModelDetail }) {
  const { t } = useTranslation('models');
  const { id: apiId = '' } = useParams();
  const paths = usePaths();
  const testDeniedReason = useDeniedReason('Test');
  const title = `v${model.version} ${model.name}`;
  useTitle(title);
  return (
    <header className="mb-5 grid gap-2">
      <Link
        to={paths.apiTab(apiId, 'models')}
        className="inline-flex w-fit items-center gap-1 rounded-sm text-soft text-sm hover:text-text hover:underline"
      >
        <ArrowLeft className="size-3.5" aria-hidden />
        {t('all')}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="font-semibold text-lg">{title}</h2>
            <RenameModelDialog model={model} />
            <StatusBadge status={model.status} />
            {model.deployed && <StatusBadge status="deployed" />}
          </div>
          <p className="text-soft text-sm">
            {t('list.target', { column: model.targetColumn })} · {t(`modelType.${model.type}`)} ·{' '}
            {formatDateTime(model.finishedAt ?? model.createdAt)}
          </p>
        </div>
        {!isInTraining(model.status) && (
          <div className="flex flex-wrap items-start gap-2">
            {model.deployed && (
              <Button asChild blocked={testDeniedReason}>
                <Link to={`${paths.apiTab(apiId, 'testing')}?mode=whatif`}>
                  <SlidersHorizontal aria-hidden />
                  {t('tryIt')}
                </Link>
              </Button>
            )}
            {model.status === 'ready' && <ModelFiles model={model} />}
            <RetrainButton model={model} />
            {model.status === 'ready' && <DeployButton model={model} primary />}
          </div>
        )}
      </div>
    </header>
  );
}

function ModelSkeleton() {
  return (
    <div aria-hidden className="grid gap-5">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-7 w-64" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-52" />
        <Skeleton className="h-52" />
      </div>
      <Skeleton className="h-72" />
    </div>
  );
}
