import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { liveDeployment, useDeployments } from '@/features/deployments/index.ts';
import { ModelAgainstBaseline, useModel } from '@/features/models/index.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';

/** The score of the deployed model. The figures below wait for it to avoid layout shifts. */
export function useExpectedScore(apiId: string) {
  const deployments = useDeployments(apiId);
  const live = liveDeployment(deployments.data ?? []);
  const model = useModel(live?.modelId);
  const report = model.data?.report;
  return {
    isLoading: deployments.isLoading || model.isLoading,
    expected: live && report ? { version: live.modelVersion, report } : null,
  };
}

/** The expected quality of the predictions, compared with the baseline. */
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
