import { useTranslation } from 'react-i18next';
import {
  compareReports,
  type Interval,
  inOneMetric,
  scoreDropText,
  useMetricName,
} from '@/features/scores/index.ts';
import { formatMetric, formatScore } from '@/shared/lib/format/format.ts';
import { BarChart } from '@/shared/ui/charts/charts.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { candidateName } from '../../leaderboard/candidate-name.ts';
import {
  type Compared,
  candidatePairs,
  classPairs,
  importancePairs,
  scorePairs,
} from '../../report/comparison.ts';
import { ImportanceChart } from '../report/fields/importance-chart.tsx';
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

/** Compares two versions of a model: scores, settings and most important fields. */
export function ComparisonView({ left, right }: ComparisonViewProps) {
  const { t } = useTranslation('models');
  const nameIn = { left: useMetricName(left.report), right: useMetricName(right.report) };
  const sides = { left: `v${left.version}`, right: `v${right.version}` };
  const scores = inOneMetric(left.report, right.report);
  const isOneMetric = scores !== null && left.report.metric === right.report.metric;
  const drop = scoreDropText(left.report.metric);
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
            rows={scorePairs(left.report, right.report, nameIn).map(({ left: a, right: b, ...pair }) => ({
              ...pair,
              left: a?.score.value,
              right: b?.score.value,
              note: { left: a?.score, right: b?.score },
              gap: { left: gapOf(a?.score), right: gapOf(b?.score) },
              format: (value: number | null) => formatMetric(value, (a ?? b)?.score.metric ?? null),
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
          {isOneMetric ? (
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
                { key: 'left', label: sides.left, format: drop },
                { key: 'right', label: sides.right, format: drop },
              ]}
              height={fields.length * 34 + 40}
            />
          ) : (
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
              {[left, right].map((side) => (
                <section key={side.id}>
                  <h3 className="mb-2 font-medium">{nameOf(side)}</h3>
                  <ImportanceChart report={side.report} />
                </section>
              ))}
            </div>
          )}
        </Panel>
      )}
      {isOneMetric && (
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
  const standing = compareReports(left, right);
  return (
    <p className="mb-4 font-medium">
      {standing === 'better' || standing === 'worse'
        ? t('compare.better', { name: nameOf(standing === 'better' ? left : right) })
        : t(`compare.says.${standing}`)}
    </p>
  );
}
