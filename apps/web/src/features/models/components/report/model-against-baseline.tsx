import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { ScoreComparison } from '../compare/score-comparison.tsx';

/** Compares the model with a linear model and a baseline that ignores the fields. */
export function ModelAgainstBaseline({ report }: { report: Report }) {
  const { t } = useTranslation('models');
  const { score, baseline, linearBaseline } = report;
  return (
    <ScoreComparison
      rows={[
        { label: t('score.model'), interval: score, strong: true },
        ...(linearBaseline ? [{ label: t('score.linear'), interval: linearBaseline }] : []),
        { label: t('score.baseline'), interval: baseline },
      ]}
    />
  );
}
