import { maxBudgets, type TrainingConfig, trainingDefaults, type Workload } from '@rowcast/contracts';

type Choice = Pick<
  TrainingConfig,
  'modelType' | 'estimator' | 'epochs' | 'timeBudgetSeconds' | 'reproducible'
>;

/** What was chosen otherwise than usual makes fits longer or shorter in proportion. */
function scaleOf(scaledBy: Workload['fits'][number]['scaledBy'], choice: Choice): number {
  const { epochs } = choice;
  const changed = epochs !== trainingDefaults.epochs;
  const chosen: Record<string, unknown> = { ...choice.estimator, ...(changed && { epochs }) };
  return scaledBy.reduce((scale, { parameter, usual, most = Number.POSITIVE_INFINITY }) => {
    const value = chosen[parameter];
    return typeof value === 'number' ? (scale * Math.min(value, most)) / usual : scale;
  }, 1);
}

/** How far off a table's own estimate may be; longer rather than shorter, since a machine is sooner busy than idle. */
const unlearned = { low: 0.5, high: 3 };
const [always, atFirst] = [0.2, 0.5];

/** Range of the expected duration as factors, by the spread of earlier trainings. */
function spreadOf(paces: readonly number[]): { low: number; high: number } {
  const middle = median(paces);
  if (!middle) return unlearned;
  const doubt = 1 + always + atFirst / Math.sqrt(paces.length);
  return {
    low: Math.min(Math.min(...paces) / middle, 1 / doubt),
    high: Math.max(Math.max(...paces) / middle, doubt),
  };
}

export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [lower, upper = lower] = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}

/**
 * Time and memory of a training, or null where nothing like it is planned. `paces` say how many seconds
 * earlier trainings took here for each that the reference machine takes. A training that counts may do less.
 */
export function expectTraining(workload: Workload, choice: Choice, paces: readonly number[]) {
  const { fixedSeconds, fits } = workload;
  const estimator = choice.estimator?.name ?? null;
  const planned = fits.find((each) => each.modelType === choice.modelType && each.estimator === estimator);
  if (!planned) return null;
  const fitting = planned.seconds * scaleOf(planned.scaledBy, choice);
  const pace = median(paces) ?? workload.pace;
  const whole = pace * (fixedSeconds + planned.fixedSeconds + fitting);
  const most = (choice.reproducible ? maxBudgets : 1) * choice.timeBudgetSeconds;
  const { low, high } = spreadOf(paces);
  return {
    seconds: Math.min(whole, most),
    lowSeconds: Math.min(low * whole, most),
    highSeconds: Math.min(high * whole, most),
    memoryBytes: planned.memoryBytes,
    takesBudget: whole >= most,
  };
}
