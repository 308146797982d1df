import type { Overview } from '@rowcast/contracts/domain/overview';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/shared/ui/panel.tsx';
import { ActivityFeed } from './activity-feed.tsx';
import { SystemPanel } from './system-panel.tsx';

export function ActivityTab({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('overview');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Panel title={t('activity.recent')} flush>
        <ActivityFeed items={overview?.activity} />
      </Panel>
      <SystemPanel />
    </div>
  );
}
