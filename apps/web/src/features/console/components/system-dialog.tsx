import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '@/shared/lib/live-state.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Dialog } from '@/shared/ui/dialog.tsx';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/skeleton.tsx';
import { fetchHealth } from '../health.ts';

/** What the server says about its parts, asked for as long as one looks. */
export function SystemDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console', { keyPrefix: 'system' });
  const live = useLiveState((state) => state.connected);
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => fetchHealth(signal),
    staleTime: 0,
    refetchInterval: 5000,
  });
  return (
    <Dialog onClose={onClose} size="sm" title={t('title')} description={t('hint')}>
      {health.error ? (
        <ErrorState error={health.error} onRetry={health.refetch} />
      ) : health.data ? (
        <ul className="divide-y border-y">
          <Part name={t('live')} up={live} />
          {Object.entries(health.data.checks).map(([name, up]) => (
            <Part key={name} name={t(name as 'database', { defaultValue: name })} up={up} />
          ))}
        </ul>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Dialog>
  );
}

function Part({ name, up }: { name: string; up: boolean }) {
  const { t } = useTranslation('console', { keyPrefix: 'system' });
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      {name}
      <Badge tone={up ? 'green' : 'red'}>{up ? t('up') : t('down')}</Badge>
    </li>
  );
}
