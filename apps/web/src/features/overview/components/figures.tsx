import type { Overview } from '@rowcast/contracts/domain/apis/overview';
import { useTranslation } from 'react-i18next';
import {
  formatCompact,
  formatInteger,
  formatMilliseconds,
  formatPercent,
} from '@/shared/lib/format/format.ts';
import { StatTile } from '@/shared/ui/layout/stat-tile.tsx';

export function Figures({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('overview');
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatTile
        label={t('stat.apis')}
        value={overview && formatInteger(overview.totalApis)}
        note={overview ? t('stat.active', { shown: formatInteger(overview.activeApis) }) : '\u00a0'}
      />
      <StatTile
        label={t('stat.requests')}
        value={overview && formatCompact(overview.totalRequests)}
        note={t('stat.requestsNote')}
      />
      <StatTile
        label={t('stat.response')}
        value={overview && formatMilliseconds(overview.avgResponseMs)}
        note={t('stat.responseNote')}
      />
      <StatTile
        label={t('stat.uptime')}
        value={overview && formatPercent(overview.uptime, 2)}
        note={t('stat.uptimeNote')}
      />
    </div>
  );
}
