import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { PageHeader } from '@/shared/ui/page-header.tsx';
import { Tabs } from '@/shared/ui/tabs.tsx';
import { useOverview } from '../api.ts';
import { ActivityTab } from '../components/activity-tab.tsx';
import { AnalyticsTab } from '../components/analytics-tab.tsx';
import { OverviewTab } from '../components/overview-tab.tsx';
import { TeamTab } from '../components/team-tab.tsx';

const tabs = ['overview', 'analytics', 'team', 'activity'] as const;
const contents = { overview: OverviewTab, analytics: AnalyticsTab, team: TeamTab, activity: ActivityTab };

export function OverviewScreen() {
  const { t } = useTranslation('overview');
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('overview'));
  const { data, error, refetch } = useOverview();
  const Content = contents[tab];
  return (
    <>
      <title>{`${t('title')} · Rowcast`}</title>
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
            (error && !data ? <ErrorState error={error} onRetry={refetch} /> : <Content overview={data} />),
        }))}
      />
    </>
  );
}
