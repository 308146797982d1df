import { z } from 'zod';
import { sentenceParams } from '../models/reason.ts';
import { type TaskReasonCode, taskReasons } from '../models/task-reason-sentences.ts';
import { task } from '../models/training.ts';
import { workload } from '../models/training-estimate.ts';
import { lintFinding } from './finding.ts';

export const taskReason = z
  .object({
    code: z.enum(Object.keys(taskReasons) as [TaskReasonCode, ...TaskReasonCode[]]),
    params: sentenceParams,
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
    positive: z.string().nullish().describe('of two classes the one that would be the positive one'),
    findings: z.array(lintFinding),
    workload: workload.nullish().describe('what training on the target would cost'),
  })
  .meta({ id: 'LintReport' });
export type LintReport = z.infer<typeof lintReport>;

export const tableLint = z
  .object({
    status: z
      .enum(['running', 'ready', 'error'])
      .describe('of a running one is announced when its report begins and when it is done'),
    report: lintReport
      .nullable()
      .describe('without findings, but with the task and what training costs, of one that runs or failed'),
  })
  .meta({ id: 'TableLint' });
export type TableLint = z.infer<typeof tableLint>;
