import { useTranslation } from 'react-i18next';
import { liveDeployment, useDeployments } from '@/features/deployments/index.ts';
import { ModelAgainstBaseline, useModel } from '@/features/models/index.ts';
import { Panel } from '@/shared/ui/panel.tsx';

/** How good the answers can be expected to be, beside what costs nothing; nothing while no model answers. */
export function ExpectedScore({ apiId }: { apiId: string }) {
  const { t } = useTranslation('analytics');
  const { t: tModels } = useTranslation('models');
  const live = liveDeployment(useDeployments(apiId).data ?? []);
  const report = useModel(live?.modelId).data?.report;
  if (!live || !report) return null;
  return (
    <Panel
      title={t('score.title', { version: `v${live.modelVersion}` })}
      description={t('score.description', { metric: tModels(`metric.${report.metric}`) })}
    >
      <ModelAgainstBaseline report={report} />
    </Panel>
  );
}
