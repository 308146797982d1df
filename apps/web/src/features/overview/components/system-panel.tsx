import { useTranslation } from 'react-i18next';
import { SystemParts, useHealth } from '@/features/console/index.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';

/** The health of the server's components. */
export function SystemPanel() {
  const { t } = useTranslation('overview');
  const { data, error, refetch } = useHealth();
  const well = Object.values(data?.checks ?? {}).every(Boolean);
  return (
    <Panel
      title={t('system.title')}
      description={data ? t(well ? 'system.well' : 'system.unwell') : '\u00a0'}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data ? (
        <SystemParts checks={data.checks} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </Panel>
  );
}
