import type { MetricName } from '@rowcast/contracts/domain/training';
import { useTranslation } from 'react-i18next';
import {
  dropText,
  type Interval,
  inOneMetric,
  standingOfReports,
  useMetricName,
} from '@/features/scores/index.ts';
import { formatMetric, formatScore } from '@/shared/lib/format.ts';
import { BarChart } from '@/shared/ui/charts.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { candidateName } from '../candidate-name.ts';
import { type Compared, candidatePairs, classPairs, importancePairs, scorePairs } from '../comparison.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { ScoreComparison } from './score-comparison.tsx';
import { SettingsComparison } from './settings-comparison.tsx';

interface ComparisonViewProps {
  left: Compared;
  right: Compared;
}

const shownFields = 12;
const gapOf = (score: Interval | undefined) => (score?.value === null ? score.gap : undefined);
const nameOf = ({ version, name }: Compared) => `v${version} ${name}`;

/** Two versions of a model: which is better and by how much, and what made the difference. */
export function ComparisonView({ left, right }: ComparisonViewProps) {
  const { t } = useTranslation('models');
  const metricName = useMetricName(left.report);
  const sides = { left: `v${left.version}`, right: `v${right.version}` };
  const scores = inOneMetric(left.report, right.report);
  const fields = importancePairs(left.report, right.report).slice(0, shownFields);
  const classes = classPairs(left.report, right.report);
  return (
    <>
      <Panel title={t('compare.scores')} description={t('compare.scoresNote')}>
        <Verdict left={left} right={right} />
        {scores && (
          <ScoreComparison
            rows={[
              { label: nameOf(left), interval: scores[0] },
              { label: nameOf(right), interval: scores[1], strong: true },
            ]}
          />
        )}
        <div className="mt-4">
          <ComparisonTable
            label={t('compare.scores')}
            what={t('compare.metric')}
            sides={sides}
            rows={scorePairs(left.report, right.report).map((pair) => ({
              ...pair,
              name: metricName(pair.name as MetricName),
              left: pair.left?.value,
              right: pair.right?.value,
              note: { left: pair.left, right: pair.right },
              gap: { left: gapOf(pair.left), right: gapOf(pair.right) },
              format: (value: number | null) => formatMetric(value, pair.name),
            }))}
          />
        </div>
      </Panel>
      {classes.length > 0 && (
        <Panel title={t('compare.perClass')}>
          <ComparisonTable
            label={t('compare.perClass')}
            what={t('perClass.label')}
            sides={sides}
            rows={classes.map((pair) => ({
              ...pair,
              left: pair.left?.f1,
              right: pair.right?.f1,
              format: formatScore,
            }))}
          />
        </Panel>
      )}
      {fields.length > 0 && (
        <Panel title={t('compare.importance')}>
          <BarChart
            horizontal
            title={t('importance.drop')}
            rows={fields.map((pair) => ({
              field: pair.name,
              left: pair.left?.importance ?? null,
              right: pair.right?.importance ?? null,
            }))}
            x={{ key: 'field', label: t('importance.column') }}
            series={[
              { key: 'left', label: sides.left, format: dropText(left.report.metric) },
              { key: 'right', label: sides.right, format: dropText(right.report.metric) },
            ]}
            height={fields.length * 34 + 40}
          />
        </Panel>
      )}
      {scores && left.report.metric === right.report.metric && (
        <Panel title={t('compare.leaderboard')}>
          <ComparisonTable
            label={t('compare.leaderboard')}
            what={t('column.candidate')}
            sides={sides}
            rows={candidatePairs(left.report, right.report).map((pair) => ({
              ...pair,
              name: candidateName(t, pair.name),
              left: pair.left?.score,
              right: pair.right?.score,
              format: (value: number | null) => formatMetric(value, left.report.metric),
            }))}
          />
        </Panel>
      )}
      <SettingsComparison left={left} right={right} sides={sides} />
    </>
  );
}

function Verdict({ left, right }: ComparisonViewProps) {
  const { t } = useTranslation('models');
  const standing = standingOfReports(left, right);
  return (
    <p className="mb-4 font-medium">
      {standing === 'better' || standing === 'worse'
        ? t('compare.better', { name: nameOf(standing === 'better' ? left : right) })
        : t(`compare.says.${standing}`)}
    </p>
  );
}
