import type { ApiDocs } from '@rowcast/contracts/domain/apis/api-docs';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDuration, formatInteger } from '@/shared/lib/format/format.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';

/** The same unit as in the errors, where 1 MB is 1024 × 1024 bytes. */
const inMegabytes = (bytes: number) => formatBytes((bytes / 1024 ** 2) * 1000 ** 2);

/** The limits of a request. */
export function LimitsPanel({ docs }: { docs: ApiDocs }) {
  const { t } = useTranslation('docs');
  const { requests, windowSeconds, callsPerMonth, timeoutSeconds, rows, bytes } = docs.limits;
  return (
    <Panel title={t('limits.title')} description={t('limits.description')}>
      <Facts
        items={[
          {
            label: t('limits.api'),
            value:
              requests === null
                ? t('limits.none')
                : t('limits.calls', { calls: formatInteger(requests), span: formatDuration(windowSeconds) }),
          },
          {
            label: t('limits.plan'),
            value: callsPerMonth === null ? t('limits.none') : formatInteger(callsPerMonth),
          },
          { label: t('limits.rows'), value: formatInteger(rows) },
          { label: t('limits.bytes'), value: inMegabytes(bytes) },
          { label: t('limits.timeout'), value: formatDuration(timeoutSeconds) },
        ]}
      />
    </Panel>
  );
}
