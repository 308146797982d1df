import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import type { TaskReason } from '@rowcast/contracts/domain/datasets/lint';
import type { Reason } from '@rowcast/contracts/domain/models/reason';
import type { TaskReasonCode } from '@rowcast/contracts/domain/models/task-reason-sentences';
import type { TFunction } from 'i18next';
import { asWritten, filledSentence } from '@/shared/i18n/filled-sentence.ts';

type Words = TFunction<'datasets'>;

/** The translated finding. Older tables have former codes, or English text. */
export function findingText(t: Words, { code, params, message }: LintFinding): string {
  const kind = code === 'PERSONAL_DATA' && params && { kind: t(`personalKind.${params.kind as 'email'}`) };
  const fills = { ...params, ...kind };
  return (
    filledSentence(t(`lint.${code}`, asWritten), fills) ??
    filledSentence(t(`lintBefore.${code as 'ODD_DATES'}`, asWritten), fills) ??
    message
  );
}

/** Why a task was detected; null if the reason is not about the task. */
export function taskSentence(t: Words, { code, params }: Reason): string | null {
  const task = params?.task && { task: t(`task.${params.task as 'binary'}`) };
  return filledSentence(t(`taskReason.${code as TaskReasonCode}`, asWritten), { ...params, ...task });
}

export const reasonText = (t: Words, reason: TaskReason): string => taskSentence(t, reason) ?? reason.message;
