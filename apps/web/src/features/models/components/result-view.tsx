import type { ModelDetail } from '@rowcast/contracts/domain/model';
import type { Report } from '@rowcast/contracts/domain/report';
import { useTranslation } from 'react-i18next';
import { formatMetric, formatNumber } from '@/shared/lib/format.ts';
import { Panel } from '@/shared/ui/panel.tsx';
import { chosenEntry, isBetter } from '../leaderboard.ts';
import { ClassificationPanels } from './classification-panels.tsx';
import { ImportanceChart } from './importance-chart.tsx';
import { LeaderboardTable } from './leaderboard-table.tsx';
import { OtherScores } from './other-scores.tsx';
import { ProvenancePanels } from './provenance-panels.tsx';
import { RegressionPanels } from './regression-panels.tsx';
import { ScoreComparison } from './score-comparison.tsx';

/** A finished model: how good it is beside a baseline, why, and from what it was made. */
export function ResultView({ model, report }: { model: ModelDetail; report: Report }) {
  const { t } = useTranslation('models');
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title={t(`metric.${report.metric}`)} description={t('score.note')}>
          <p className="mb-4 flex flex-wrap items-baseline gap-x-3">
            <span
              className="font-semibold text-4xl tracking-tight"
              title={formatNumber(report.score.value, 15)}
            >
              {formatMetric(report.score.value, report.metric)}
            </span>
            <Verdict report={report} />
          </p>
          <ScoreComparison score={report.score} baseline={report.baseline} />
          {report.stoppedEarly && <p className="mt-4 text-soft text-sm">{t('score.stoppedEarly')}</p>}
        </Panel>
        {report.otherScores.length > 0 && (
          <Panel title={t('score.others')}>
            <OtherScores scores={report.otherScores} />
          </Panel>
        )}
      </div>
      {report.classification && <ClassificationPanels classification={report.classification} />}
      {report.regression && <RegressionPanels regression={report.regression} />}
      {report.importance.length > 0 && (
        <section className="rounded-lg border bg-surface p-4">
          <ImportanceChart importance={report.importance} />
        </section>
      )}
      <section className="grid grid-cols-1 gap-2">
        <h2 className="font-semibold">{t('leaderboard.title')}</h2>
        <LeaderboardTable
          entries={report.leaderboard}
          metric={report.metric}
          best={chosenEntry(report.leaderboard)?.name ?? null}
          finished
        />
      </section>
      <ProvenancePanels model={model} report={report} />
    </div>
  );
}

/** Says in words whether the model is worth more than guessing. */
function Verdict({ report: { score, baseline, metric } }: { report: Report }) {
  const { t } = useTranslation('models');
  const clear =
    isBetter(metric, score.value, baseline.value) && (score.low > baseline.high || score.high < baseline.low);
  return <span className="text-soft">{clear ? t('score.better') : t('score.notBetter')}</span>;
}
