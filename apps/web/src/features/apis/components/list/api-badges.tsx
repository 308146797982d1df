import type { Api } from '@rowcast/contracts/domain/apis/api';
import { useTranslation } from 'react-i18next';
import { formatDay } from '@/shared/lib/format/format.ts';
import { Badge, StatusBadge } from '@/shared/ui/layout/badge.tsx';

/** Where an API is in its life, and whether it is switched off. */
export function ApiStatusBadges({ status, enabled }: Pick<Api, 'status' | 'enabled'>) {
  return (
    <>
      {(enabled || status !== 'active') && <StatusBadge status={status} />}
      {!enabled && <StatusBadge status="inactive" />}
    </>
  );
}

/** The same, from when on it may stop, and that it is not the one in production. */
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
