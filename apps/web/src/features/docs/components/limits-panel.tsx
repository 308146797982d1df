import type { ApiDocs } from '@rowcast/contracts/domain/api-docs';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatInteger } from '@/shared/lib/format.ts';
import { Facts } from '@/shared/ui/facts.tsx';
import { Panel } from '@/shared/ui/panel.tsx';

/** How much may be asked. */
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
          { label: t('limits.bytes'), value: `${formatInteger(bytes / 1024 / 1024)} MB` },
          { label: t('limits.timeout'), value: formatDuration(timeoutSeconds) },
        ]}
      />
    </Panel>
  );
}
