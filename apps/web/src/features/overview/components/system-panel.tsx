import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fetchHealth } from '@/features/console/index.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { Skeleton } from '@/shared/ui/skeleton.tsx';

/** What the server says about its own parts. */
export function SystemPanel() {
  const { t } = useTranslation('overview');
  const { data, error, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => fetchHealth(signal),
    staleTime: 0,
  });
  const parts = Object.entries(data?.checks ?? {});
  const well = parts.every(([, up]) => up);
  return (
    <Panel
      title={t('system.title')}
      description={data ? t(well ? 'system.well' : 'system.unwell') : '\u00a0'}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data ? (
        <ul className="divide-y">
          {parts.map(([name, up]) => (
            <li key={name} className="flex items-center justify-between gap-4 py-2">
              {t(`system.part.${name as 'database'}`, { defaultValue: name })}
              <Badge tone={up ? 'green' : 'red'}>{t(up ? 'system.up' : 'system.down')}</Badge>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-28" />
      )}
    </Panel>
  );
}
