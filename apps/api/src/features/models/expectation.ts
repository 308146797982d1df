import { mostBudgets, type TrainingConfig, trainingDefaults, type Workload } from '@rowcast/contracts';

type Choice = Pick<
  TrainingConfig,
  'modelType' | 'estimator' | 'epochs' | 'timeBudgetSeconds' | 'reproducible'
>;

/** What was chosen otherwise than usual makes fits longer or shorter in proportion. */
function scaleOf(scaledBy: Workload['fits'][number]['scaledBy'], choice: Choice): number {
  const { epochs } = choice;
  const changed = epochs !== trainingDefaults.epochs;
  const chosen: Record<string, unknown> = { ...choice.estimator, ...(changed && { epochs }) };
  return scaledBy.reduce((scale, { parameter, usual }) => {
    const value = chosen[parameter];
    return typeof value === 'number' ? (scale * value) / usual : scale;
  }, 1);
}

/**
 * Time and memory of a training, or null where nothing like it is planned. `learned` says how many seconds earlier
 * trainings took here for each that the reference machine takes. A training that counts may do less.
 */
export function expectTraining(workload: Workload, choice: Choice, learned: number | undefined) {
  const { fixedSeconds, fits } = workload;
  const estimator = choice.estimator?.name ?? null;
  const planned = fits.find((each) => each.modelType === choice.modelType && each.estimator === estimator);
  if (!planned) return null;
  const fitting = planned.seconds * scaleOf(planned.scaledBy, choice);
  const pace = learned ?? workload.pace;
  const whole = pace * (fixedSeconds + planned.fixedSeconds + fitting);
  const most = (choice.reproducible ? mostBudgets : 1) * choice.timeBudgetSeconds;
  return { seconds: Math.min(whole, most), memoryBytes: planned.memoryBytes, takesBudget: whole >= most };
}
