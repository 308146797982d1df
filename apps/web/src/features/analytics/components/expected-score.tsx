import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { liveDeployment, useDeployments } from '@/features/deployments/index.ts';
import { ModelAgainstBaseline, useModel } from '@/features/models/index.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';

/** What is known of the model that answers now; it stands above the figures, which wait for it so as not to jump. */
export function useExpected(apiId: string) {
  const deployments = useDeployments(apiId);
  const live = liveDeployment(deployments.data ?? []);
  const model = useModel(live?.modelId);
  const report = model.data?.report;
  return {
    isLoading: deployments.isLoading || model.isLoading,
    expected: live && report ? { version: live.modelVersion, report } : null,
  };
}

/** How good the answers can be expected to be, beside what costs nothing. */
export function ExpectedScore({ version, report }: { version: number; report: Report }) {
  const { t } = useTranslation('analytics');
  const { t: tModels } = useTranslation('models');
  return (
    <Panel
      title={t('score.title', { version: `v${version}` })}
      description={t('score.description', { metric: tModels(`metric.${report.metric}`) })}
    >
      <ModelAgainstBaseline report={report} />
    </Panel>
  );
}
