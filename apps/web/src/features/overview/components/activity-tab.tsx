import { useTranslation } from 'react-i18next';
import { ActivityFeed } from '@/features/activity/index.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { SystemPanel } from './system-panel.tsx';

export function ActivityTab() {
  const { t } = useTranslation('overview');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Panel title={t('activity.recent')} flush>
        <ActivityFeed />
      </Panel>
      {/* Above the feed on a phone, because the loading feed would move it. */}
      <div className="max-lg:order-first">
        <SystemPanel />
      </div>
    </div>
  );
}
