import type { RowShare } from '@rowcast/contracts/domain/models/decision-figures';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatPercent } from '@/shared/lib/format/format.ts';
import { StatTile } from '@/shared/ui/layout/stat-tile.tsx';

/** A share of the evaluated rows, with its counts and its interval. */
export function ShareTile({ label, share }: { label: ReactNode; share: RowShare | null }) {
  const { t } = useTranslation('decisions');
  if (!share) return <StatTile label={label} value="–" note={'\u00a0'} />;
  return (
    <StatTile
      label={label}
      value={wholePercent(share.share)}
      note={t('rangeOf', {
        rows: formatInteger(share.count),
        of: formatInteger(share.of),
        low: wholePercent(share.low),
        high: wholePercent(share.high),
      })}
    />
  );
}

/** Whole percents, except where they would hide that a share is not 0 or 1. */
export const wholePercent = (share: number): string =>
  formatPercent(share, share > 0 && share < 1 && (share < 0.01 || share > 0.99) ? 1 : 0);
