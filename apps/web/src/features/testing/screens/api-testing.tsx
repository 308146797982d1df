import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { liveDeployment, NotDeployed, useDeployments } from '@/features/deployments/index.ts';
import { useModel } from '@/features/models/index.ts';
import { useUrlTab } from '@/shared/lib/navigation/url-tab.ts';
import { Tabs } from '@/shared/ui/layout/tabs.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { FilePanel } from '../components/file-panel.tsx';
import { TestConsole } from '../components/test-console.tsx';
import { WhatIfPanel } from '../components/what-if/what-if-panel.tsx';
import { type Draft, useDraft } from '../request/draft.ts';
import { decisionRuleOf } from '../what-if/decision.ts';

export function ApiTestingScreen() {
  const { id = '' } = useParams();
  return <Testing key={id} apiId={id} />;
}

function Testing({ apiId }: { apiId: string }) {
  const { t } = useTranslation('testing');
  const deployments = useDeployments(apiId);
  const live = deployments.data && liveDeployment(deployments.data);
  const model = useModel(live?.modelId);
  const shown = model.data?.report ? model.data : undefined;
  const draft = useDraft(shown?.report?.fields ?? []);
  const error = deployments.error ?? model.error;
  useScrollToHash(shown !== undefined);
  if (shown) return <WaysToTry model={shown} draft={draft} />;
  if (error)
    return <ErrorState error={error} onRetry={deployments.error ? deployments.refetch : model.refetch} />;
  if (deployments.data && !live)
    return <NotDeployed apiId={apiId} title={t('notDeployed')} hint={t('notDeployedHint')} />;
  return (
    <div aria-hidden className="grid gap-5 xl:grid-cols-2">
      <Skeleton className="h-[32rem]" />
      <Skeleton className="h-80" />
    </div>
  );
}

const modes = ['request', 'whatif', 'file'] as const;

function WaysToTry({ model, draft }: { model: ModelDetail; draft: Draft }) {
  const { t } = useTranslation('testing');
  const [mode, setMode] = useUrlTab(modes, 'mode');
  const testDeniedReason = useDeniedReason('Test');
  const shared = { fields: model.report?.fields ?? [], decisionRule: decisionRuleOf(model), draft };
  const coverages = model.report?.conformal?.levels.map(({ asked }) => asked) ?? [];
  const ways = {
    request: () => <TestConsole coverages={coverages} {...shared} />,
    // Each control change is a test call.
    whatif: () =>
      testDeniedReason ? <EmptyState icon={Lock} title={testDeniedReason} /> : <WhatIfPanel {...shared} />,
    file: () => <FilePanel apiId={model.apiId} />,
  };
  return (
    <Tabs
      label={t('mode.label')}
      value={mode}
      onChange={(next) => void setMode(next)}
      tabs={modes.map((value) => ({
        value,
        label: t(`mode.${value}`),
        content: value === mode && ways[mode](),
      }))}
    />
  );
}

/** Scrolls to the hash once its target is mounted. */
function useScrollToHash(ready: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [ready, hash]);
}
