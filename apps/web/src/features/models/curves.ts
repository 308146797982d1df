import type { Report } from '@rowcast/contracts/domain/report';
import type { ChartRow } from '@/shared/ui/chart-series.ts';

type Classification = NonNullable<Report['classification']>;
type ClassCurves = NonNullable<Classification['curves']>[number];

export interface Curve {
  name: 'roc' | 'precisionRecall' | 'calibration' | 'lift';
  rows: ChartRow[];
}

/** What chance, or a perfect model, would draw. */
const diagonal = (x: number) => ({ reference: x });

/** The curves of one class, or of a report from before there was one for each class. */
export function curvesOf(report: Classification, shown: ClassCurves | undefined): Curve[] {
  const { roc, precisionRecall } = shown ?? report;
  const calibration: ChartRow[] = shown
    ? shown.calibration.map(({ predicted, observed, low, high }) => ({
        x: predicted,
        y: observed,
        low,
        high,
        ...diagonal(predicted),
      }))
    : report.calibration.map(({ x, y }) => ({ x, y, ...diagonal(x) }));
  const curves: Curve[] = [
    { name: 'roc', rows: roc.map(({ x, y }) => ({ x, y, ...diagonal(x) })) },
    { name: 'precisionRecall', rows: precisionRecall.map(({ x, y }) => ({ x, y })) },
    { name: 'calibration', rows: calibration },
    {
      name: 'lift',
      rows: (shown?.lift ?? []).map(({ share, gain }) => ({ x: share, y: gain, ...diagonal(share) })),
    },
  ];
  return curves.filter(({ rows }) => rows.length > 0);
}
