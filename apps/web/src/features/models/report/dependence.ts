import { naturalOrder } from '@rowcast/contracts/domain/models/category-order';
import type { Report } from '@rowcast/contracts/domain/models/report';
import type { ChartRow } from '@/shared/ui/charts/chart-series.ts';

export type Dependence = NonNullable<Report['partialDependence']>[number];

/** Whether the values have a numeric axis, as numbers and dates do. */
export const isCounted = ({ kind }: Pick<Dependence, 'kind'>) => kind === 'number' || kind === 'datetime';

/** The ranges between neighbouring steps of a numeric field. */
export const stepRanges = ({ steps }: Dependence): { from: number; to: number }[] => {
  const values = steps.flatMap(({ value }) => (value === null ? [] : [value]));
  return values.slice(1).map((to, at) => ({ from: values[at] ?? to, to }));
};

/** Chart rows of a field's steps. Numeric axes have no place for the missing value. */
export function dependenceRows(
  dependence: Dependence,
  line: Dependence['lines'][number],
  missing: string,
  isOrdered = false,
): ChartRow[] {
  return inOrder(dependence, isOrdered).flatMap(({ step, index }) => {
    const x = isCounted(dependence) ? step.value : step.missing ? missing : nameOf(step);
    const [mean, low, high] = [line.mean[index], line.low[index], line.high[index]];
    return x === null || mean === undefined ? [] : [{ x, mean, low: low ?? null, high: high ?? null }];
  });
}

/**
 * Categories in their natural order, else the most frequent first. The missing value comes last. Numbers, dates and
 * categories with an order in the training data keep their order.
 */
function inOrder(dependence: Dependence, isOrdered: boolean) {
  const steps = dependence.steps.map((step, index) => ({ step, index }));
  if (isCounted(dependence) || isOrdered) return steps;
  const natural = naturalOrder(steps.flatMap(({ step }) => (step.missing ? [] : [nameOf(step)])));
  const place = ({ step }: (typeof steps)[number]) =>
    step.missing ? Number.POSITIVE_INFINITY : natural ? natural.indexOf(nameOf(step)) : -step.share;
  return steps.toSorted((one, other) => {
    const [a, b] = [place(one), place(other)];
    return a === b ? one.index - other.index : a - b;
  });
}

/** Booleans are stored as 0 and 1. */
const nameOf = ({ category, value }: Dependence['steps'][number]) => category ?? String(value === 1);
