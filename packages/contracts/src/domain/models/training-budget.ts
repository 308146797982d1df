import { z } from 'zod';

/** The named time budgets of a training, in seconds. */
export const trainingBudgets = { quick: 15, balanced: 60, thorough: 300 } as const;

export const budgetNames = ['quick', 'balanced', 'thorough'] as const;
export const budgetName = z.enum(budgetNames).meta({ id: 'BudgetName' });
export type BudgetName = z.infer<typeof budgetName>;

export const minBudgetSeconds = 5;
export const maxBudgetSeconds = 86_400;
export const budgetSeconds = z.number().min(minBudgetSeconds).max(maxBudgetSeconds);

/** What the console suggests: a quick first model of an API, then balanced trainings. */
export const suggestedBudget = (isFirstOfApi: boolean): BudgetName => (isFirstOfApi ? 'quick' : 'balanced');

/** The named budget with this duration, or "custom". */
export const budgetOf = (seconds: number): BudgetName | 'custom' =>
  budgetNames.find((name) => trainingBudgets[name] === seconds) ?? 'custom';

/** The next longer budget: the next named one, then four times as long. */
export function longerBudget(seconds: number): number {
  const named = budgetNames.map((name) => trainingBudgets[name]).find((each) => each > seconds);
  return named ?? Math.min(4 * seconds, maxBudgetSeconds);
}
