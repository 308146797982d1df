import type { Reason } from '@rowcast/contracts/domain/models/reason';
import type { ReportReasonCode } from '@rowcast/contracts/domain/models/reason-sentences';
import type { MetricName } from '@rowcast/contracts/domain/models/training';
import { useTranslation } from 'react-i18next';
import { taskSentence } from '@/features/datasets/index.ts';
import { asWritten, filledSentence } from '@/shared/i18n/filled-sentence.ts';

/** Translates a reason from the report; English if there is no translation. */
export function useReasonText() {
  const { t } = useTranslation('models');
  const { t: ofTables } = useTranslation('datasets');
  const inWords = ([name, value]: [string, string | number]) =>
    /metric$/i.test(name) ? [name, t(`metric.${value as MetricName}`)] : [name, value];
  const sentence = (reason: Reason) => {
    const params = Object.fromEntries(Object.entries(reason.params ?? {}).map(inWords));
    return (
      filledSentence(t(`reason.${reason.code as ReportReasonCode}`, asWritten), params) ??
      taskSentence(ofTables, reason)
    );
  };
  return (english: string, why: readonly Reason[] = []): string => {
    const sentences = why.map(sentence);
    return sentences.length > 0 && !sentences.includes(null) ? sentences.join(' ') : english;
  };
}
