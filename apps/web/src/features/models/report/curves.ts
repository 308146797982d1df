import type { Report } from '@rowcast/contracts/domain/models/report';
import type { ChartRow } from '@/shared/ui/charts/chart-series.ts';

type Classification = NonNullable<Report['classification']>;
type ClassCurves = NonNullable<Classification['curves']>[number];

export interface Curve {
  name: 'roc' | 'precisionRecall' | 'calibration' | 'gains';
  rows: ChartRow[];
}

/** The diagonal of a random or a perfectly calibrated model. */
const diagonal = (x: number) => ({ reference: x });

/** Cumulative gains: the share of a class found in the highest-scored rows, starting at zero. */
const gainsOf = (shares: ClassCurves['lift']): ChartRow[] =>
  [...(shares.length > 0 ? [{ share: 0, gain: 0 }] : []), ...shares].map(({ share, gain }) => ({
    x: share,
    y: gain,
    ...diagonal(share),
  }));

/** The curves of one class. Older reports have curves for one class only. */
export function curvesOf(report: Classification, shown: ClassCurves | undefined): Curve[] {
  const { roc, precisionRecall } = shown ?? report;
  const scored = report.perClass.reduce((sum, { support }) => sum + support, 0);
  // The curves may use a sample of the rows, in which a class has fewer rows.
  const support = report.perClass.find(({ label }) => label === shown?.label)?.support;
  const chance = support !== undefined && scored > 0 ? support / scored : null;
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
    {
      name: 'precisionRecall',
      rows: precisionRecall.map(({ x, y }) => (chance === null ? { x, y } : { x, y, reference: chance })),
    },
    { name: 'calibration', rows: calibration },
    { name: 'gains', rows: gainsOf(shown?.lift ?? []) },
  ];
  return curves.filter(({ rows }) => rows.length > 0);
}
