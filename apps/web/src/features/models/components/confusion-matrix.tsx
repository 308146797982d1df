import type { Report } from '@rowcast/contracts/domain/report';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { formatInteger, formatPercent } from '@/shared/lib/format.ts';
import { Panel } from '@/shared/ui/panel.tsx';

/** True classes down, predicted ones across; a cell's tint is its share of its row. */
export function ConfusionMatrix({
  labels,
  confusion,
}: Pick<NonNullable<Report['classification']>, 'labels' | 'confusion'>) {
  const { t } = useTranslation('models');
  return (
    <Panel title={t('confusion.title')} description={t('confusion.note')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section tabIndex={0} aria-label={t('confusion.title')} className="max-h-96 overflow-auto">
        <table className="border-separate border-spacing-1 text-right">
          <thead>
            <tr>
              <td className="pr-3 text-left text-faint text-sm">{t('confusion.corner')}</td>
              {labels.map((label) => (
                <th key={label} scope="col" className="max-w-32 truncate px-2 font-medium text-soft text-sm">
                  {label}
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
      </section>
    </Panel>
  );
}

function MatrixRow({ label, index, row }: { label: string; index: number; row: readonly number[] }) {
  const total = row.reduce((sum, count) => sum + count, 0);
  return (
    <tr>
      <th scope="row" className="max-w-40 truncate pr-3 text-left font-medium text-soft text-sm">
        {label}
      </th>
      {row.map((count, column) => {
        const share = total > 0 ? count / total : 0;
        const tint = column === index ? 'var(--green-soft)' : 'var(--red-soft)';
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the matrix
            key={column}
            className={cn('min-w-20 rounded-md border px-2.5 py-1.5', column === index && 'font-semibold')}
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
