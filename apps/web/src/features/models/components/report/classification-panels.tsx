import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatInteger, formatScore } from '@/shared/lib/format/format.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { ConfusionMatrix } from './confusion-matrix.tsx';
import { CurvePanel } from './curve-panel.tsx';
import { ThresholdPanel } from './threshold-panel.tsx';

type Classification = NonNullable<Report['classification']>;
type ClassScores = Classification['perClass'][number];

export function ClassificationPanels({ classification }: { classification: Classification }) {
  const { t } = useTranslation('models');
  const { labels, confusion, perClass, thresholds } = classification;
  const scores: Column<ClassScores>[] = [
    {
      id: 'label',
      header: t('perClass.label'),
      sortValue: ({ label }) => label,
      cell: ({ label }) => classText(label),
    },
    ...(['precision', 'recall', 'f1'] as const).map((name) => ({
      id: name,
      header: t(`perClass.${name}`),
      numeric: true,
      sortValue: (row: ClassScores) => row[name],
      cell: (row: ClassScores) => formatScore(row[name]),
    })),
    {
      id: 'support',
      header: t('perClass.support'),
      numeric: true,
      sortValue: ({ support }) => support,
      cell: ({ support }) => formatInteger(support),
    },
    ...(perClass.some(({ predicted }) => predicted !== undefined)
      ? [
          {
            id: 'predicted',
            header: t('perClass.predicted'),
            numeric: true,
            sortValue: ({ predicted }: ClassScores) => predicted,
            cell: ({ predicted }: ClassScores) => formatInteger(predicted),
          },
        ]
      : []),
  ];
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <ConfusionMatrix labels={labels} confusion={confusion} />
        <Panel title={t('perClass.title')} description={t('perClass.note')} flush>
          <div className="max-h-96 overflow-y-auto p-4">
            <DataTable
              label={t('perClass.title')}
              columns={scores}
              rows={perClass}
              rowId={({ label }) => label}
            />
          </div>
        </Panel>
      </div>
      <CurvePanel classification={classification} />
      {thresholds && <ThresholdPanel thresholds={thresholds} />}
    </>
  );
}
