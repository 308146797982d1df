import type { Overview } from '@rowcast/contracts/domain/overview';
import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatInteger } from '@/shared/lib/format.ts';
import { usePaths } from '@/shared/lib/paths.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { Pending } from '@/shared/ui/pending.tsx';
import { StatTile } from '@/shared/ui/stat-tile.tsx';
import { ActivityFeed } from './activity-feed.tsx';

export function TeamTab({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('overview');
  const paths = usePaths();
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatTile label={t('stat.activeApis')} value={overview && formatInteger(overview.activeApis)} />
      </div>
      <Pending
        icon={Users}
        title={t('later.teamTitle')}
        action={
          <Button asChild>
            <Link to={paths.invite}>{t('action.invite')}</Link>
          </Button>
        }
      >
        {t('later.team')}
      </Pending>
      <Panel title={t('activity.team')} flush>
        <ActivityFeed items={overview?.activity} />
      </Panel>
    </div>
  );
}
