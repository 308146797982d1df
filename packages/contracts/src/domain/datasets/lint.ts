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

/** Findings about a table for predicting `target`. */
export const lintReport = z
  .object({
    target: z.string().nullable(),
    task: task.nullable().describe('task that auto selects'),
    reason: taskReason.nullable(),
    positive: z.string().nullish().describe('default positive class of a binary target'),
    labels: z
      .array(z.string())
      .nullish()
      .describe('labels of a target whose cells hold several, most frequent first; for targetLabel'),
    findings: z.array(lintFinding),
    workload: workload.nullish().describe('estimated cost of training on the target'),
  })
  .meta({ id: 'LintReport' });
export type LintReport = z.infer<typeof lintReport>;

export const tableLint = z
  .object({
    status: z
      .enum(['running', 'ready', 'error'])
      .describe('while running, events report when the report starts and when it is complete'),
    report: lintReport
      .nullable()
      .describe(
        'while running or after an error: without findings, but with the task and the estimated cost',
      ),
  })
  .meta({ id: 'TableLint' });
export type TableLint = z.infer<typeof tableLint>;
