import type { Overview } from '@rowcast/contracts/domain/overview';
import { useTranslation } from 'react-i18next';
import { TeamOverview } from '@/features/team/index.ts';
import { Panel } from '@/shared/ui/panel.tsx';
import { ActivityFeed } from './activity-feed.tsx';

export function TeamTab({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('overview');
  return (
    <div className="grid grid-cols-1 gap-5">
      <TeamOverview />
      <Panel title={t('activity.team')} flush>
        <ActivityFeed items={overview?.activity} />
      </Panel>
    </div>
  );
}
