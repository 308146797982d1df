import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { findingText } from '@/features/datasets/index.ts';
import {
  compareScores,
  isBetter,
  ScoreWarnings,
  scoreWarnings,
  useMetricName,
} from '@/features/scores/index.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatExact, formatMetric } from '@/shared/lib/format/format.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Term } from '@/shared/ui/layout/term.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { useReasonText } from '../../report/reason-text.ts';
import { CoveragePanel } from './coverage-panel.tsx';
import { ModelAgainstBaseline } from './model-against-baseline.tsx';
import { OtherScores } from './other-scores.tsx';

const publishedCodes: readonly string[] = ['BASELINE_ONLY', 'BASELINE_BETTER'];
type Part = NonNullable<Report['omitted']>[number]['part'];
const checkParts: readonly Part[] = ['target_leakage', 'lint'];

/** The score of the model beside the baselines. */
export function ScorePanels({ report }: { report: Report }) {
  const { t } = useTranslation('models');
  const nameOf = useMetricName(report);
  const inWords = useReasonText();
  const { metric, score, positive, evaluation, conformal } = report;
  const warnings = scoreWarnings(report);
  const limits = [
    ...(warnings.length > 0 ? [{ label: t('omitted.score'), value: t('doubt.limited') }] : []),
    ...(report.omitted ?? []).map(({ part, reason, why }) => ({
      label: t(`omitted.${part}`),
      value: inWords(reason, why),
    })),
  ];
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel
          title={metric === 'roc_auc' ? <Term name="rocAuc">{nameOf(metric)}</Term> : nameOf(metric)}
          description={`${t(evaluationNote(evaluation))} ${t(report.task === 'regression' ? 'score.baselineMean' : 'score.baselineClass')}`}
        >
          <p className="mb-4 flex flex-wrap items-baseline gap-x-3">
            <span className="font-semibold text-4xl tracking-tight" title={formatExact(score.value)}>
              {formatMetric(score.value, metric)}
            </span>
            <Verdict report={report} />
          </p>
          <ScoreWarnings
            warnings={warnings}
            className="mb-4"
            link={
              <Link to="?part=data#findings" className="rounded-sm text-accent-text hover:underline">
                {t('doubt.see')}
              </Link>
            }
          />
          <ModelAgainstBaseline report={report} />
          <ScoreNotes report={report} />
          {positive && (
            <p className="mt-4 break-words text-soft text-sm">
              {t('score.positive', {
                label: classText(positive.label),
                why: inWords(positive.reason, positive.why),
              })}
            </p>
          )}
        </Panel>
        {report.otherScores.length > 0 && (
          <Panel title={t('score.others')}>
            <OtherScores report={report} />
          </Panel>
        )}
      </div>
      {conformal && <CoveragePanel conformal={conformal} />}
      {limits.length > 0 && (
        <Panel title={t('omitted.title')}>
          <Facts items={limits} />
        </Panel>
      )}
    </>
  );
}

/** States whether the model beats the baseline and the linear model, or why this is unknown. */
function Verdict({ report }: { report: Report }) {
  const { t } = useTranslation('models');
  const { score, baseline, linearBaseline: linear } = report;
  const verdict = () => {
    if (score.gap) return t(`score.gap.${score.gap}`);
    const against = compareScores(score, baseline);
    if (against !== 'better') return t(`score.${against}`);
    if (!linear || linear.value === null) return t('score.better');
    const standing = compareScores(score, linear);
    const isBehind = score.value !== null && isBetter(score.metric, linear.value, score.value);
    return t(`score.linearIs.${standing === 'even' && isBehind ? 'behind' : standing}`);
  };
  return <span className="text-soft">{verdict()}</span>;
}

/** The note about the rows that were scored. */
function evaluationNote(evaluation: Report['evaluation']) {
  if (evaluation?.source !== 'out_of_fold') return 'score.note';
  return evaluation.crossed ? 'score.noteCrossed' : 'score.noteOutOfFold';
}

/** Beside the score: that a baseline was published, and which checks of the data did not run. */
function ScoreNotes({ report }: { report: Pick<Report, 'findings' | 'omitted'> }) {
  const { t } = useTranslation('models');
  const { t: ofTables } = useTranslation('datasets');
  const inWords = useReasonText();
  const notes = [
    ...report.findings
      .filter(({ code }) => publishedCodes.includes(code))
      .map((each) => findingText(ofTables, each)),
    ...(report.omitted ?? [])
      .filter(({ part }) => checkParts.includes(part))
      .map(({ part, reason, why }) => `${t(`omitted.${part}`)}: ${inWords(reason, why)}`),
  ];
  return notes.map((note) => (
    <p key={note} className="mt-4 break-words text-soft text-sm">
      {note}
    </p>
  ));
}
