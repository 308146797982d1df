import type { Api } from '@rowcast/contracts/domain/api';
import { useTranslation } from 'react-i18next';
import { formatDay } from '@/shared/lib/format.ts';
import { Badge, StatusBadge } from '@/shared/ui/badge.tsx';

/** Where the API is in its life, from when on it may stop, whether it is switched off, and that it is not the one in production. */
export function ApiBadges({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const { environment } = api.settings;
  return (
    <>
      {(api.enabled || api.status !== 'active') && <StatusBadge status={api.status} />}
      {api.status === 'deprecated' && api.sunset && (
        <Badge tone="red">{t('sunset', { day: formatDay(api.sunset) })}</Badge>
      )}
      {!api.enabled && <StatusBadge status="inactive" />}
      {environment !== 'production' && <Badge>{t(`environment.${environment}`)}</Badge>}
    </>
  );
}
