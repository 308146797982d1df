import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatExact, formatScore } from '@/shared/lib/format/format.ts';
import { LineChart } from '@/shared/ui/charts/charts.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { useReasonText } from '../../report/reason-text.ts';

type Thresholds = NonNullable<NonNullable<Report['classification']>['thresholds']>;

/** Rounds to three digits, except when that gives 1, which hardly any row reaches. */
function readable(threshold: number): number {
  const rounded = Number(threshold.toPrecision(3));
  return rounded < 1 ? rounded : threshold;
}

/** Previews the effect of another threshold on a binary model. */
export function ThresholdPanel({ thresholds }: { thresholds: Thresholds }) {
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
      <p className="mt-4 border-t pt-4 text-sm">
        <Link to="?part=score" className="rounded-sm text-accent-text hover:underline">
          {t('thresholds.choose')}
        </Link>
      </p>
    </Panel>
  );
}
