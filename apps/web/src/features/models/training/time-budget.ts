import {
  type BudgetName,
  budgetNames,
  budgetOf,
  maxBudgetSeconds,
  minBudgetSeconds,
  trainingBudgets,
} from '@rowcast/contracts/domain/models/training-budget';

export const budgetChoices = [...budgetNames, 'custom'] as const;
export type BudgetChoice = (typeof budgetChoices)[number];

export const timeUnits = ['seconds', 'minutes', 'hours'] as const;
export type TimeUnit = (typeof timeUnits)[number];
const secondsIn: Record<TimeUnit, number> = { seconds: 1, minutes: 60, hours: 3600 };

/** A time budget as form fields: a named one, or a number with its unit. */
export interface BudgetFields {
  budget: BudgetChoice;
  timeBudget: string;
  timeUnit: TimeUnit;
}

export const secondsOf = ({ budget, timeBudget, timeUnit }: BudgetFields): number =>
  budget === 'custom' ? Number(timeBudget) * secondsIn[timeUnit] : trainingBudgets[budget];

export const isAllowedBudget = (seconds: number) =>
  seconds >= minBudgetSeconds && seconds <= maxBudgetSeconds;

/** The form fields of a duration, in the largest unit that gives a whole number of two or more. */
export function fieldsOf(seconds: number): BudgetFields {
  const whole = Math.ceil(seconds);
  const fits = (size: number) => whole % size === 0 && whole >= 2 * size;
  const timeUnit = timeUnits.findLast((unit) => fits(secondsIn[unit])) ?? 'seconds';
  return { budget: budgetOf(seconds), timeBudget: String(whole / secondsIn[timeUnit]), timeUnit };
}

export const namedBudget = (budget: BudgetName): BudgetFields => fieldsOf(trainingBudgets[budget]);
