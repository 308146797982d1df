import { useTranslation } from 'react-i18next';
import { ActivityFeed } from '@/features/activity/index.ts';
import { TeamOverview } from '@/features/team/index.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';

export function TeamTab() {
  const { t } = useTranslation('overview');
  return (
    <div className="grid grid-cols-1 gap-5">
      <TeamOverview />
      <Panel title={t('activity.team')} flush>
        <ActivityFeed kind="team" />
      </Panel>
    </div>
  );
}
