import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatExact, formatScore } from '@/shared/lib/format/format.ts';
import { LineChart } from '@/shared/ui/charts/charts.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { useReasonText } from '../../report/reason-text.ts';
import { SetThreshold } from './set-threshold.tsx';

type Thresholds = NonNullable<NonNullable<Report['classification']>['thresholds']>;

interface ThresholdPanelProps {
  model: ModelDetail;
  thresholds: Thresholds;
}

/** Rounds to three digits, except when that gives 1, which hardly any row reaches. */
function readable(threshold: number): number {
  const rounded = Number(threshold.toPrecision(3));
  return rounded < 1 ? rounded : threshold;
}

/** Previews the effect of another threshold on a binary model. */
export function ThresholdPanel({ model, thresholds }: ThresholdPanelProps) {
  const { t } = useTranslation('models');
  const inWords = useReasonText();
  const { threshold, rows } = thresholds;
  const positive = classText(thresholds.positive);
  const shown = readable(threshold);
  const score = (value: number | string | null) => (value === null ? '–' : formatScore(Number(value), 2));
  return (
    <Panel
      title={t('thresholds.title')}
      description={t(shown === threshold ? 'thresholds.note' : 'thresholds.noteAbout', {
        positive,
        threshold: formatExact(shown),
      })}
    >
      <LineChart
        title={t('thresholds.chart')}
        note={inWords(thresholds.reason, thresholds.why)}
        rows={rows.map(({ threshold: x, precision, recall, f1, accuracy }) => ({
          x,
          precision,
          recall,
          f1,
          accuracy,
        }))}
        x={{
          key: 'x',
          label: t('thresholds.x'),
          format: score,
          from: 0,
          to: 1,
          tick: (value) => formatScore(value, 1),
        }}
        y={{ ends: [0, 1] }}
        series={[
          { key: 'precision', label: t('thresholds.precisionOf', { label: positive }), format: score },
          { key: 'recall', label: t('thresholds.recallOf', { label: positive }), format: score },
          { key: 'f1', label: t('thresholds.f1Of', { label: positive }), format: score },
          { key: 'accuracy', label: t('thresholds.accuracy'), format: score },
        ]}
        height={240}
      />
      {model.deployed && <SetThreshold apiId={model.apiId} threshold={shown} />}
    </Panel>
  );
}
