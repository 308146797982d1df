import type { Overview } from '@rowcast/contracts/domain/overview';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatMilliseconds } from '@/shared/lib/format.ts';
import { BarChart } from '@/shared/ui/charts.tsx';
import { Skeleton } from '@/shared/ui/skeleton.tsx';

const height = 220;

/** Calls and failures by the hour. */
export function TrafficChart({ traffic }: { traffic: Overview['traffic'] | undefined }) {
  const { t, i18n } = useTranslation('overview');
  if (!traffic) return <Skeleton className="h-64" />;
  const hour = new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' });
  const calls = traffic.reduce((sum, point) => sum + point.calls, 0);
  return (
    <BarChart
      title={t('traffic.title')}
      note={calls === 0 ? t('traffic.none') : t('traffic.note', { shown: formatInteger(calls) })}
      rows={traffic.map(({ at, ...point }) => ({ at, ...point }))}
      x={{ key: 'at', label: t('traffic.hour'), format: (at) => hour.format(new Date(at)) }}
      series={[
        { key: 'calls', label: t('traffic.calls'), format: formatInteger },
        { key: 'errors', label: t('traffic.errors'), format: formatInteger },
      ]}
      height={height}
    />
  );
}

/** The median answer time by the hour; hours without calls have none. */
export function LatencyChart({ traffic }: { traffic: Overview['traffic'] }) {
  const { t, i18n } = useTranslation('overview');
  const hour = new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' });
  return (
    <BarChart
      title={t('traffic.latencyTitle')}
      rows={traffic.map(({ at, latencyMs }) => ({ at, latencyMs }))}
      x={{ key: 'at', label: t('traffic.hour'), format: (at) => hour.format(new Date(at)) }}
      series={[{ key: 'latencyMs', label: t('traffic.latency'), format: formatMilliseconds }]}
      height={height}
    />
  );
}
