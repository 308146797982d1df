import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { useUrlTab } from '@/shared/lib/navigation/url-tab.ts';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { Tabs } from '@/shared/ui/layout/tabs.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useOverview } from '../api.ts';
import { OverviewTab } from '../components/overview-tab.tsx';

// The first tab is used most; the others load when opened.
const ActivityTab = lazy(() =>
  import('../components/activity-tab.tsx').then((m) => ({ default: m.ActivityTab })),
);
const AnalyticsTab = lazy(() =>
  import('../components/analytics-tab.tsx').then((m) => ({ default: m.AnalyticsTab })),
);
const TeamTab = lazy(() => import('../components/team-tab.tsx').then((m) => ({ default: m.TeamTab })));

const tabs = ['overview', 'analytics', 'team', 'activity'] as const;
const contents = { overview: OverviewTab, analytics: AnalyticsTab, team: TeamTab, activity: ActivityTab };

export function OverviewScreen() {
  const { t } = useTranslation('overview');
  const [tab, setTab] = useUrlTab(tabs);
  const { data, error, refetch } = useOverview();
  const Content = contents[tab];
  useTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(next) => void setTab(next)}
        tabs={tabs.map((value) => ({
          value,
          label: t(`tab.${value}`),
          content:
            value === tab &&
            (error && !data ? (
              <ErrorState error={error} failed={t('failed')} onRetry={refetch} />
            ) : (
              <Suspense fallback={<Skeleton className="h-80" />}>
                <Content overview={data} />
              </Suspense>
            )),
        }))}
      />
    </>
  );
}
