import type { Report } from '@rowcast/contracts/domain/report';
import type { ChartRow } from '@/shared/ui/chart-series.ts';

type Dependence = NonNullable<Report['partialDependence']>[number];

/** Whether the field's values lie along a line, as numbers and dates do. */
export const isCounted = ({ kind }: Pick<Dependence, 'kind'>) => kind === 'number' || kind === 'datetime';

/** The steps of a field as rows of a chart; where the field is missing has no place on a line of numbers. */
export function dependenceRows(
  dependence: Dependence,
  line: Dependence['lines'][number],
  missing: string,
): ChartRow[] {
  return dependence.steps.flatMap((step, index) => {
    const x = isCounted(dependence) ? step.value : step.missing ? missing : step.category;
    const [mean, low, high] = [line.mean[index], line.low[index], line.high[index]];
    return x === null || mean === undefined ? [] : [{ x, mean, low: low ?? null, high: high ?? null }];
  });
}
