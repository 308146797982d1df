import type { Overview } from '@rowcast/contracts/domain/apis/overview';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatMilliseconds } from '@/shared/lib/format/format.ts';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { HourBars } from './hour-bars.tsx';

type Traffic = Overview['traffic'];

/** Requests and failures per hour. */
export function TrafficChart({ traffic }: { traffic: Traffic | undefined }) {
  const { t } = useTranslation('overview');
  if (!traffic) return <Skeleton className="h-[244px]" />;
  const calls = traffic.reduce((sum, point) => sum + point.calls, 0);
  return (
    <HourBars
      title={t('traffic.title')}
      note={calls === 0 ? t('traffic.none') : t('traffic.note', { shown: formatInteger(calls) })}
      label={t('traffic.calls')}
      badLabel={t('traffic.errors')}
      hours={traffic.map((point) => ({ at: point.at, value: point.calls, bad: point.errors }))}
      format={formatInteger}
    />
  );
}

/** The mean latency per hour; hours without requests have none. */
export function LatencyChart({ traffic }: { traffic: Traffic | undefined }) {
  const { t } = useTranslation('overview');
  if (!traffic) return <Skeleton className="h-[244px]" />;
  return (
    <HourBars
      title={t('traffic.latencyTitle')}
      note={t('traffic.latencyNote')}
      label={t('traffic.latency')}
      hours={traffic.map(({ at, latencyMs }) => ({ at, value: latencyMs }))}
      format={formatMilliseconds}
    />
  );
}
