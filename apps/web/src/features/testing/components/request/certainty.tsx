import type { PredictionResponse } from '@rowcast/contracts/domain/predictions/prediction';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatAmount, formatPercent } from '@/shared/lib/format/format.ts';

type Prediction = PredictionResponse['predictions'][number];

/** The prediction interval or prediction set, with its coverage. */
export function Certainty({ prediction: { interval, set } }: { prediction: Prediction }) {
  const { t } = useTranslation('testing');
  if (interval) {
    const { coverage, low, high } = interval;
    const words = { low: formatAmount(low, 6), high: formatAmount(high, 6) };
    return <p>{t('answer.interval', { ...words, coverage: formatPercent(coverage, 0) })}</p>;
  }
  if (!set) return null;
  const labels = set.labels.map(classText).join(', ');
  return <p>{t('answer.set', { labels, coverage: formatPercent(set.coverage, 0) })}</p>;
}
