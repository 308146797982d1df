import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import { isInTraining } from '@rowcast/contracts/domain/status';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { WaitingNotice } from '@/features/console/index.ts';
import { DatasetProblem, DatasetStatus } from '@/features/datasets/index.ts';
import { DecisionSummary } from '@/features/decisions/index.ts';
import { ModelProblem, TrainingEnd, TrainingView } from '@/features/models/index.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { isGone } from '@/shared/lib/http/request-error.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { GoneState } from '@/shared/ui/states/gone-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useFirstModel } from '../api.ts';
import { ResultStep } from '../components/result-step.tsx';
import { type Stage, Stages } from '../components/stages.tsx';
import { TargetStep } from '../components/target-step.tsx';
import { TryStep } from '../components/try-step.tsx';

/** From a dataset to its first prediction on one page. The stage follows from the data, so that it survives a reload. */
export function FirstModelScreen() {
  const { datasetId = '' } = useParams();
  return <FirstModel key={datasetId} datasetId={datasetId} />;
}

function stageOf(dataset: DatasetDetail | undefined, model: ModelDetail | undefined): Stage {
  if (dataset?.status !== 'ready') return 'upload';
  if (model?.deployed) return 'try';
  return model?.report ? 'deploy' : 'train';
}

function FirstModel({ datasetId }: { datasetId: string }) {
  const { t } = useTranslation('onboarding');
  const paths = usePaths();
  const [startedId, setStartedId] = useState<string>();
  const { dataset, model, isLoading, error } = useFirstModel(datasetId, startedId);
  useTitle(t('title'));
  const { data } = dataset;
  if (isGone(dataset.error)) return <GoneState title={t('gone')} to={paths.start} label={t('title')} />;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          data &&
          (data.status === 'ready'
            ? t('table', {
                name: data.name,
                rows: formatInteger(data.rows),
                columns: formatInteger(data.columns),
              })
            : data.name)
        }
      />
      <Stages current={stageOf(data, model)} />
      {!data && error && <ErrorState error={error} onRetry={dataset.refetch} />}
      {data?.status === 'error' && <Unreadable dataset={data} />}
      {data && ['uploading', 'processing'].includes(data.status) && <Reading dataset={data} />}
      {data?.status === 'ready' && isLoading && <Skeleton className="h-80" />}
      {data?.status === 'ready' && !isLoading && (
        <ModelSteps dataset={data} model={model} onStarted={setStartedId} />
      )}
      {!data && !error && <Skeleton className="h-80" />}
    </>
  );
}

interface ModelStepsProps {
  dataset: DatasetDetail;
  model: ModelDetail | undefined;
  onStarted: (modelId: string) => void;
}

function ModelSteps({ dataset, model, onStarted }: ModelStepsProps) {
  const { t } = useTranslation('models');
  const isTraining = model !== undefined && isInTraining(model.status);
  const report = model?.report;
  return (
    <div className="grid grid-cols-1 gap-5">
      {model && <TrainingEnd key={model.id} status={model.status} />}
      {model?.error && (
        <Panel title={t(model.status === 'cancelled' ? 'cancelled' : 'problem')}>
          <ModelProblem model={model} />
        </Panel>
      )}
      {model?.deployed && report && <TryStep model={model} report={report} />}
      {isTraining && <TrainingView model={model} />}
      {report && <ResultStep model={model} report={report} />}
      {report && <DecisionSummary model={model} report={report} />}
      {!isTraining && !report && dataset.profile && (
        <TargetStep dataset={dataset} profile={dataset.profile} onStarted={onStarted} />
      )}
    </div>
  );
}

function Reading({ dataset }: { dataset: DatasetDetail }) {
  const { t } = useTranslation('onboarding');
  return (
    <Panel title={t('reading.title')} description={t('reading.hint')}>
      <div className="mb-3 empty:hidden">
        <WaitingNotice work="ingest" />
      </div>
      <DatasetStatus dataset={dataset} />
    </Panel>
  );
}

function Unreadable({ dataset }: { dataset: DatasetDetail }) {
  const { t } = useTranslation('onboarding');
  const { t: datasets } = useTranslation('datasets');
  const paths = usePaths();
  return (
    <Panel title={datasets('problem')}>
      <DatasetProblem dataset={dataset} />
      <Button asChild variant="primary" className="mt-4">
        <Link to={paths.start}>{t('again')}</Link>
      </Button>
    </Panel>
  );
}
