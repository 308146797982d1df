import type { Report } from '@rowcast/contracts/domain/models/report';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatNumber, formatPercent } from '@/shared/lib/format/format.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Term, withTerms } from '@/shared/ui/layout/term.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

type Conformal = NonNullable<Report['conformal']>;
type Level = Conformal['levels'][number];

/** Compares the empirical coverage of prediction intervals and sets with the target coverage. */
export function CoveragePanel({ conformal }: { conformal: Conformal }) {
  const { t } = useTranslation('models');
  const forNumbers = conformal.levels.some(({ meanWidth }) => meanWidth !== null);
  const columns: Column<Level>[] = [
    {
      id: 'asked',
      header: t('coverage.asked'),
      headerNode: <Term name="targetCoverage">{t('coverage.asked')}</Term>,
      numeric: true,
      cell: ({ asked }) => formatPercent(asked, 0),
    },
    {
      id: 'found',
      header: t('coverage.found'),
      headerNode: <Term name="empiricalCoverage">{t('coverage.found')}</Term>,
      numeric: true,
      className: 'whitespace-nowrap',
      cell: ({ found, low, high }) => (
        <>
          {formatPercent(found)}{' '}
          <span className="text-faint max-sm:block">
            {formatPercent(low)}–{formatPercent(high)}
          </span>
        </>
      ),
    },
    {
      id: 'extent',
      header: forNumbers ? t('coverage.width') : t('coverage.size'),
      numeric: true,
      cell: ({ meanWidth, meanSetSize }) => formatNumber(meanWidth ?? meanSetSize, 3),
    },
    {
      id: 'rows',
      header: t('coverage.rows'),
      numeric: true,
      hideBelow: 'sm',
      cell: ({ rows }) => formatInteger(rows),
    },
  ];
  const isLater = conformal.source === 'later_rows';
  const short = conformal.levels.filter(({ asked, high }) => high < asked);
  return (
    <Panel
      title={t('coverage.title')}
      description={withTerms(t(isLater ? 'coverage.noteLater' : 'coverage.note'))}
    >
      {short.length > 0 && (
        <p className="mb-3 flex items-start gap-2 text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
          {t(isLater ? 'coverage.shortLater' : 'coverage.short', {
            levels: short.map(({ asked }) => formatPercent(asked, 0)).join(', '),
          })}
        </p>
      )}
      <DataTable
        label={t('coverage.title')}
        columns={columns}
        rows={conformal.levels}
        rowId={({ asked }) => String(asked)}
      />
    </Panel>
  );
}
