import { z } from 'zod';
import { workload } from './estimate.ts';
import { lintFinding } from './finding.ts';
import { task } from './training.ts';

/** Why a task was taken for a target, and the English sentence. */
export const taskReasons = {
  CHOSEN: 'You chose {task}.',
  CHOSEN_TWO_CLASSES: 'You chose classes, and the target has two.',
  TWO_VALUES: 'The target has two values.',
  TEXT_VALUES: 'The target is text with {count} values.',
  WHOLE_CLASSES: 'The target holds {count} whole numbers, read as classes.',
  RATING:
    'The target is a rating from {low} to {high}, whose steps have an order, so it is read as a number.',
  COUNTS: 'The target counts something, so it is read as a number.',
  SKEWED_AMOUNTS: 'The target is a positive amount with a few very large values.',
  NUMBERS: 'The target is a number with {count} different values.',
} as const;
export type TaskReasonCode = keyof typeof taskReasons;

export const taskReason = z
  .object({
    code: z.enum(Object.keys(taskReasons) as [TaskReasonCode, ...TaskReasonCode[]]),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    message: z.string().describe('in English'),
  })
  .meta({ id: 'TaskReason' });
export type TaskReason = z.infer<typeof taskReason>;

/** What stands out in a table when it is to predict `target`. */
export const lintReport = z
  .object({
    target: z.string().nullable(),
    task: task.nullable().describe('what would be trained when the task is left to the machine'),
    reason: taskReason.nullable(),
    findings: z.array(lintFinding),
    workload: workload.nullish().describe('what training on the target would cost'),
  })
  .meta({ id: 'LintReport' });
export type LintReport = z.infer<typeof lintReport>;

export const tableLint = z
  .object({
    status: z.enum(['running', 'ready', 'error']).describe('a running one is announced when it is done'),
    report: lintReport.nullable(),
  })
  .meta({ id: 'TableLint' });
export type TableLint = z.infer<typeof tableLint>;
