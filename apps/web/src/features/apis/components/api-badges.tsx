import type { Api } from '@rowcast/contracts/domain/api';
import { StatusBadge } from '@/shared/ui/badge.tsx';

/** Where the API is in its life, and whether it is switched off. */
export function ApiBadges({ api }: { api: Api }) {
  return (
    <>
      <StatusBadge status={api.status} />
      {!api.enabled && <StatusBadge status="inactive" />}
    </>
  );
}
