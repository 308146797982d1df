import type { Api } from '@rowcast/contracts/domain/apis/api';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  liveDeployment,
  previousDeployment,
  RollBackButton,
  useDeployments,
} from '@/features/deployments/index.ts';
import { ModelAgainstBaseline, useModel } from '@/features/models/index.ts';
import { formatDateTime } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Awaited } from '@/shared/ui/states/awaited.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { ModelMemory } from './model-memory.tsx';

/** The deployed model with its score and a rollback action. */
export function CurrentModel({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const paths = usePaths();
  const deploymentsQuery = useDeployments(api.id);
  const deployments = deploymentsQuery.data ?? [];
  const live = liveDeployment(deployments);
  const previous = previousDeployment(deployments);
  const modelQuery = useModel(live?.modelId);
  const model = modelQuery.data;
  return (
    <Panel
      title={t('current.title')}
      actions={
        <>
          {previous && <RollBackButton apiId={api.id} to={previous} />}
          {live && (
            <Button asChild size="sm">
              <Link to={paths.apiTab(api.id, `models/${live.modelId}`)}>{t('current.details')}</Link>
            </Button>
          )}
        </>
      }
    >
      {model?.report && live ? (
        <div className="grid gap-4">
          <ModelAgainstBaseline report={model.report} />
          <Facts
            items={[
              { label: t('current.model'), value: model.name },
              { label: t('card.version'), value: `v${live.modelVersion}` },
              { label: t('current.metric'), value: t(`metric.${model.report.metric}`) },
              { label: t('current.target'), value: model.targetColumn },
              { label: t('current.since'), value: formatDateTime(live.createdAt) },
              { label: t('current.memory'), value: <ModelMemory apiId={api.id} /> },
            ]}
          />
        </div>
      ) : (
        <Awaited queries={[deploymentsQuery, modelQuery]}>
          <Skeleton className="h-44" />
        </Awaited>
      )}
    </Panel>
  );
}
