import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatInteger, formatPercent } from '@/shared/lib/format/format.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ScrollRegion } from '@/shared/ui/layout/scroll-region.tsx';

/** Long names wrap to two lines so that the matrix fits a phone. */
const name = 'line-clamp-2 hyphens-auto [overflow-wrap:anywhere]';

/** Rows are true classes and columns are predicted classes. A cell's tint is its share of the row. */
export function ConfusionMatrix({
  labels,
  confusion,
}: Pick<NonNullable<Report['classification']>, 'labels' | 'confusion'>) {
  const { t } = useTranslation('models');
  return (
    <Panel title={t('confusion.title')} description={t('confusion.note')}>
      <ScrollRegion label={t('confusion.title')} className="edges max-h-96 overflow-y-auto">
        <table className="border-separate border-spacing-1 text-right">
          <thead>
            <tr>
              <td className="sticky top-0 left-0 z-3 bg-surface pr-3 text-left text-faint text-sm max-sm:max-w-24 max-sm:text-xs">
                {t('confusion.corner')}
              </td>
              {labels.map((label) => (
                <th
                  key={label}
                  scope="col"
                  title={label}
                  className="sticky top-0 z-2 max-w-18 bg-surface px-1 align-bottom font-medium text-soft text-xs sm:max-w-32 sm:px-2 sm:text-sm"
                >
                  <span className={name}>{classText(label)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {confusion.map((row, index) => (
              <MatrixRow key={labels[index]} label={labels[index] ?? ''} index={index} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}

function MatrixRow({ label, index, row }: { label: string; index: number; row: readonly number[] }) {
  const total = row.reduce((sum, count) => sum + count, 0);
  return (
    <tr>
      <th
        scope="row"
        title={label}
        className="sticky left-0 z-1 max-w-24 bg-surface pr-2 text-left font-medium text-soft text-xs sm:max-w-40 sm:pr-3 sm:text-sm"
      >
        <span className={name}>{classText(label)}</span>
      </th>
      {row.map((count, column) => {
        const share = total > 0 ? count / total : 0;
        const tint = column === index ? 'var(--green-soft)' : 'var(--red-soft)';
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the matrix
            key={column}
            className={cn(
              'min-w-15 rounded-md border px-2 py-1.5 sm:min-w-20 sm:px-2.5',
              column === index && 'font-semibold',
            )}
            style={{ background: `color-mix(in oklab, ${tint} ${Math.round(share * 100)}%, transparent)` }}
          >
            {formatInteger(count)}
            <p className="font-normal text-soft text-xs">{formatPercent(share, 0)}</p>
          </td>
        );
      })}
    </tr>
  );
}
