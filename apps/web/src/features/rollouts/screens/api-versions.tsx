import type { Api } from '@rowcast/contracts/domain/apis/api';
import { useTranslation } from 'react-i18next';
import { useOutletContext } from 'react-router-dom';
import { DeploymentsTable, NotDeployed } from '@/features/deployments/index.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { useRollouts } from '../api.ts';
import { PastRollouts } from '../components/past-rollouts.tsx';
import { ReleaseChecks } from '../components/release-checks.tsx';
import { RunningRollout } from '../components/running-rollout.tsx';
import { VersionsTable } from '../components/versions-table.tsx';

/** The deployed model, the candidate of a rollout, and the actions to change them. */
export function ApiVersionsScreen() {
  const api = useOutletContext<Api>();
  const { t } = useTranslation('rollouts');
  const { t: tDeployments } = useTranslation('deployments');
  const { data, error, refetch } = useRollouts(api.id);
  if (!api.model) return <NotDeployed apiId={api.id} title={t('empty')} hint={t('emptyHint')} />;
  const running = data?.find(({ status }) => status === 'running');
  const past = data?.filter(({ status }) => status !== 'running') ?? [];
  return (
    <div className="grid grid-cols-1 gap-5">
      {error && <ErrorState error={error} onRetry={refetch} />}
      {running && <RunningRollout rollout={running} />}
      <Panel title={t('versions.title')} description={t('versions.description')}>
        <VersionsTable apiId={api.id} modelId={api.model.id} isRunning={running !== undefined} />
      </Panel>
      {/* Resets when the deployed version changes, because results belong to one model. */}
      <ReleaseChecks key={api.version} api={api} />
      {past.length > 0 && <PastRollouts rollouts={past} />}
      <Panel title={t('history.title')} description={tDeployments('words')}>
        <DeploymentsTable apiId={api.id} />
      </Panel>
    </div>
  );
}
