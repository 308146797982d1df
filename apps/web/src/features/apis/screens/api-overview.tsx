import { isInTraining } from '@rowcast/contracts/domain/status';
import { BrainCircuit, ChartLine, FlaskConical, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { useDatasets } from '@/features/datasets/index.ts';
import { useModels } from '@/features/models/index.ts';
import { RolloutSummary } from '@/features/rollouts/index.ts';
import { formatCompact, formatMilliseconds, formatPercent } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { StatTile } from '@/shared/ui/layout/stat-tile.tsx';
import { Steps } from '@/shared/ui/layout/steps.tsx';
import { Awaited } from '@/shared/ui/states/awaited.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { CurrentModel } from '../components/overview/current-model.tsx';
import { EndpointPanel } from '../components/overview/endpoint-panel.tsx';
import { deployedModel, useCurrentApi } from '../current-api.ts';
import { primaryScore } from '../figures.ts';

export function ApiOverviewScreen() {
  const api = useCurrentApi();
  const deployed = api.version !== 'v0';
  return (
    <div className="grid grid-cols-1 gap-5">
      <Figures />
      {deployed && <RolloutSummary apiId={api.id} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {deployed ? <CurrentModel api={api} /> : <FirstSteps />}
        <QuickActions />
      </div>
      {deployed && <EndpointPanel api={api} />}
    </div>
  );
}

function Figures() {
  const { t } = useTranslation('apis');
  const api = useCurrentApi();
  const { usage, model } = api;
  const score = primaryScore(model);
  const note = () => {
    if (deployedModel(api)) return t('overview.accuracyNote');
    return model
      ? t('overview.accuracyNewest', { version: `v${model.version}` })
      : t('overview.accuracyNone');
  };
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatTile
        label={t('overview.calls')}
        value={formatCompact(usage.calls)}
        note={t('overview.callsNote', { recent: formatCompact(usage.callsLast24Hours) })}
      />
      <StatTile
        label={score.label ? t(`metric.${score.label}`) : t('accuracy')}
        value={score.text}
        note={note()}
      />
      <StatTile
        label={t('latency')}
        value={formatMilliseconds(usage.latencyMs)}
        note={
          usage.latencyP95Ms === null
            ? t('overview.latencyNone')
            : t('overview.latencyNote', { p95: formatMilliseconds(usage.latencyP95Ms) })
        }
      />
      <StatTile
        label={t('overview.errorRate')}
        value={usage.calls === 0 ? '–' : formatPercent(usage.errorRate)}
        note={t('overview.errorNote')}
      />
    </div>
  );
}

/** The steps to a first endpoint, derived from the existing data. */
function FirstSteps() {
  const { t } = useTranslation('apis');
  const { id } = useCurrentApi();
  const paths = usePaths();
  const tables = useDatasets({ apiId: id, status: 'ready', limit: 1 });
  const ready = useModels({ apiId: id, status: 'ready', limit: 1 });
  const newest = useModels({ apiId: id, limit: 1 });
  const writeDeniedReason = useDeniedReason('Write');
  if (!tables.data || !ready.data || !newest.data) {
    return (
      <Panel title={t('steps.title')} description={t('steps.description')}>
        <Awaited queries={[tables, ready, newest]}>
          <Skeleton className="h-72" />
        </Awaited>
      </Panel>
    );
  }
  const uploaded = tables.data.data.length > 0;
  const [trained] = ready.data.data;
  const training = newest.data.data.find(({ status }) => isInTraining(status));
  const action = (to: string, label: string, blocked?: string) => (
    <Button asChild size="sm" variant="primary" blocked={blocked}>
      <Link to={to}>{label}</Link>
    </Button>
  );
  return (
    <Panel title={t('steps.title')} description={t('steps.description')}>
      <Steps
        steps={[
          {
            id: 'upload',
            title: t('steps.upload'),
            hint: t('steps.uploadHint'),
            done: uploaded,
            action: action(
              `${paths.apiTab(id, 'datasets')}?upload=true`,
              t('overview.upload'),
              writeDeniedReason,
            ),
          },
          {
            id: 'train',
            title: t('steps.train'),
            hint: training ? t('steps.trainRunning') : t('steps.trainHint'),
            done: trained !== undefined,
            action: training
              ? action(paths.apiTab(id, `models/${training.id}`), t('steps.watch'))
              : action(`${paths.apiTab(id, 'models')}?train=new`, t('overview.train'), writeDeniedReason),
          },
          {
            id: 'deploy',
            title: t('steps.deploy'),
            hint: t('steps.deployHint'),
            done: false,
            action: action(paths.apiTab(id, trained ? `models/${trained.id}` : 'models'), t('steps.toModel')),
          },
          { id: 'call', title: t('steps.call'), hint: t('steps.callHint'), done: false },
        ]}
      />
    </Panel>
  );
}

function QuickActions() {
  const { t } = useTranslation('apis');
  const { id } = useCurrentApi();
  const paths = usePaths();
  const writeDeniedReason = useDeniedReason('Write');
  const actions = [
    {
      icon: Upload,
      label: t('overview.upload'),
      to: `${paths.apiTab(id, 'datasets')}?upload=true`,
      blocked: writeDeniedReason,
    },
    {
      icon: BrainCircuit,
      label: t('overview.train'),
      to: `${paths.apiTab(id, 'models')}?train=new`,
      blocked: writeDeniedReason,
    },
    { icon: FlaskConical, label: t('shell.test'), to: paths.apiTab(id, 'testing') },
    { icon: ChartLine, label: t('overview.analytics'), to: paths.apiTab(id, 'analytics') },
  ];
  return (
    <Panel title={t('overview.quickActions')}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-2 lg:grid-cols-1">
        {actions.map(({ icon: Icon, label, to, blocked }) => (
          <Button key={label} asChild blocked={blocked} className="justify-start">
            <Link to={to}>
              <Icon aria-hidden />
              {label}
            </Link>
          </Button>
        ))}
      </div>
    </Panel>
  );
}
