import type { Report } from '@rowcast/contracts/domain/report';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatScore } from '@/shared/lib/format.ts';
import { LineChart } from '@/shared/ui/charts.tsx';
import { type Column, DataTable } from '@/shared/ui/data-table.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { ConfusionMatrix } from './confusion-matrix.tsx';

type Classification = NonNullable<Report['classification']>;
type ClassScores = Classification['perClass'][number];

export function ClassificationPanels({ classification }: { classification: Classification }) {
  const { t } = useTranslation('models');
  const { labels, confusion, perClass, roc, precisionRecall, calibration } = classification;
  const scores: Column<ClassScores>[] = [
    { id: 'label', header: t('perClass.label'), sortValue: ({ label }) => label, cell: ({ label }) => label },
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
      {roc.length > 0 && (
        <Panel title={t('curves.title')} description={t('curves.note')}>
          <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
            <Curve name="roc" points={roc} reference={({ x }) => x} />
            <Curve name="precisionRecall" points={precisionRecall} />
            <Curve name="calibration" points={calibration} reference={({ x }) => x} />
          </div>
        </Panel>
      )}
    </>
  );
}

interface CurveProps {
  name: 'roc' | 'precisionRecall' | 'calibration';
  points: Classification['roc'];
  /** What chance, or a perfect model, would draw. */
  reference?: (point: { x: number; y: number }) => number;
}

function Curve({ name, points, reference }: CurveProps) {
  const { t } = useTranslation('models');
  const score = (value: number | string | null) => formatScore(Number(value), 2);
  return (
    <LineChart
      title={t(`curves.${name}`)}
      rows={points.map((point) => ({
        x: point.x,
        y: point.y,
        ...(reference ? { reference: reference(point) } : {}),
      }))}
      x={{ key: 'x', label: t(`curves.${name}X`), format: score }}
      series={[
        { key: 'y', label: t(`curves.${name}Y`), format: score },
        ...(reference
          ? [{ key: 'reference', label: t(`curves.${name}Reference`), format: score, reference: true }]
          : []),
      ]}
      note={t(`curves.${name}Axes`)}
    />
  );
}
