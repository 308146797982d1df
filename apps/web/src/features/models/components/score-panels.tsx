import type { Report } from '@rowcast/contracts/domain/report';
import { useTranslation } from 'react-i18next';
import { formatMetric, formatNumber } from '@/shared/lib/format.ts';
import { Facts } from '@/shared/ui/facts.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { isBetter } from '../leaderboard.ts';
import { liesApart } from '../score-interval.ts';
import { CoveragePanel } from './coverage-panel.tsx';
import { ModelAgainstBaseline } from './model-against-baseline.tsx';
import { OtherScores } from './other-scores.tsx';

/** How good the model is, beside what costs nothing to predict with. */
export function ScorePanels({ report }: { report: Report }) {
  const { t } = useTranslation('models');
  const { metric, score, evaluation, conformal, omitted = [] } = report;
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel
          title={t(`metric.${metric}`)}
          description={evaluation?.source === 'out_of_fold' ? t('score.noteOutOfFold') : t('score.note')}
        >
          <p className="mb-4 flex flex-wrap items-baseline gap-x-3">
            <span className="font-semibold text-4xl tracking-tight" title={formatNumber(score.value, 15)}>
              {formatMetric(score.value, metric)}
            </span>
            <Verdict report={report} />
          </p>
          <ModelAgainstBaseline report={report} />
          {report.stoppedEarly && <p className="mt-4 text-soft text-sm">{t('score.stoppedEarly')}</p>}
        </Panel>
        {report.otherScores.length > 0 && (
          <Panel title={t('score.others')}>
            <OtherScores scores={report.otherScores} />
          </Panel>
        )}
      </div>
      {conformal && <CoveragePanel conformal={conformal} />}
      {omitted.length > 0 && (
        <Panel title={t('omitted.title')}>
          <Facts
            items={omitted.map(({ part, reason }) => ({ label: t(`omitted.${part}`), value: reason }))}
          />
        </Panel>
      )}
    </>
  );
}

/** Says in words whether the model is worth more than guessing, or why that can't be told. */
function Verdict({ report: { score, baseline, metric } }: { report: Report }) {
  const { t } = useTranslation('models');
  if (score.gap) return <span className="text-soft">{t(`score.gap.${score.gap}`)}</span>;
  const [model, base] = [score.value, baseline.value];
  const clear =
    model !== null && base !== null && isBetter(metric, model, base) && liesApart(score, baseline);
  return <span className="text-soft">{clear ? t('score.better') : t('score.notBetter')}</span>;
}
