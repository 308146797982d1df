import type { Api } from '@rowcast/contracts/domain/apis/api';
import { useTranslation } from 'react-i18next';
import { formatDay } from '@/shared/lib/format/format.ts';
import { Badge, StatusBadge } from '@/shared/ui/layout/badge.tsx';

/** The status of an API, and whether it is disabled. */
export function ApiStatusBadges({ status, enabled }: Pick<Api, 'status' | 'enabled'>) {
  return (
    <>
      {(enabled || status !== 'active') && <StatusBadge status={status} />}
      {!enabled && <StatusBadge status="inactive" />}
    </>
  );
}

/** Also shows the sunset date, and the environment if not production. */
export function ApiBadges({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const { environment } = api.settings;
  return (
    <>
      <ApiStatusBadges status={api.status} enabled={api.enabled} />
      {api.status === 'deprecated' && api.sunset && (
        <Badge tone="red">{t('sunset', { day: formatDay(api.sunset) })}</Badge>
      )}
      {environment !== 'production' && <Badge>{t(`environment.${environment}`)}</Badge>}
    </>
  );
}
