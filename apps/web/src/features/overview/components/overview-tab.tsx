import type { Overview } from '@rowcast/contracts/domain/apis/overview';
import { ChartLine, Plus, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CreateApi } from '@/features/apis/index.ts';
import { useDeniedReason } from '@/features/auth/index.ts';
import { useInviteDeniedReason } from '@/features/team/index.ts';
import { loadWords } from '@/shared/i18n/i18n.ts';
import { cn } from '@/shared/lib/class-names.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { Checklist } from './checklist.tsx';
import { Figures } from './figures.tsx';
import { TrafficChart } from './traffic-chart.tsx';

// Below the fold, so they load lazily.
const ActivityFeed = lazy(() =>
  import('@/features/activity/index.ts').then((m) => ({ default: m.ActivityFeed })),
);
const TopApis = lazy(() => import('./top-apis.tsx').then((m) => ({ default: m.TopApis })));

const StartPanel = lazy(async () => {
  const [{ StartPanel: Component }] = await Promise.all([
    import('@/features/onboarding/index.ts'),
    loadWords('onboarding', 'datasets'),
  ]);
  return { default: Component };
});

/** A summary of the workspace; undefined while loading. */
export function OverviewTab({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('overview');
  const [creating, setCreating] = useState(false);
  const create = () => setCreating(true);
  const writeDeniedReason = useDeniedReason('Write');
  // Until the data has loaded, it is unknown whether the checklist comes first. Content must not move for it.
  if (!overview) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <Figures overview={overview} />
        <Awaited className="h-112 lg:h-80" />
        <Awaited className="h-80" />
      </div>
    );
  }
  const { createdApi, uploadedDataset, trainedModel, deployed, calledEndpoint } = overview.checklist;
  const isComplete = uploadedDataset && trainedModel && deployed && calledEndpoint;
  const isStart = !createdApi && !uploadedDataset && !writeDeniedReason;
  const checklist = !isComplete && !writeDeniedReason && (
    <Checklist checklist={overview.checklist} isStart={isStart} />
  );
  if (isStart) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <Suspense fallback={<Awaited className="h-96" />}>
          <StartPanel />
        </Suspense>
        {checklist}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <Figures overview={overview} />
      {checklist}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <section className="rounded-lg border bg-surface p-4">
          <TrafficChart traffic={overview.traffic} />
        </section>
        <QuickActions onCreate={create} />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title={t('top.title')} description={t('top.note')}>
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <TopApis apis={overview.topApis} />
          </Suspense>
        </Panel>
        <Panel title={t('activity.recent')} flush>
          <Suspense
            fallback={
              <div className="p-4">
                <SkeletonLines lines={6} />
              </div>
            }
          >
            <ActivityFeed shown={6} />
          </Suspense>
        </Panel>
      </div>
      <CreateApi open={creating} onOpenChange={setCreating} />
    </div>
  );
}

/** The placeholder of a panel with unknown content. */
function Awaited({ className }: { className: string }) {
  return (
    <section aria-hidden className={cn('rounded-lg border bg-surface p-4', className)}>
      <SkeletonLines lines={6} />
    </section>
  );
}

function QuickActions({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('overview');
  const paths = usePaths();
  const writeDeniedReason = useDeniedReason('Write');
  const inviteDeniedReason = useInviteDeniedReason();
  const links = [
    { icon: UserPlus, label: t('action.invite'), to: paths.invite, blocked: inviteDeniedReason },
    { icon: ChartLine, label: t('action.analytics'), to: '?tab=analytics' },
  ];
  return (
    <Panel title={t('action.title')}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-2 lg:grid-cols-1">
        <Button variant="primary" className="justify-start" blocked={writeDeniedReason} onClick={onCreate}>
          <Plus aria-hidden />
          {t('action.create')}
        </Button>
        {links.map(({ icon: Icon, label, to, blocked }) => (
          <Button key={label} asChild className="justify-start" blocked={blocked}>
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
