import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DecisionSummary } from '@/features/decisions/index.ts';
import { useUrlTab } from '@/shared/lib/navigation/url-tab.ts';
import { Tabs } from '@/shared/ui/layout/tabs.tsx';
import { finalEntry } from '../../leaderboard/leaderboard.ts';
import { ClassificationPanels } from '../report/classification-panels.tsx';
import { DependencePanel } from '../report/fields/dependence-panel.tsx';
import { ImportanceChart } from '../report/fields/importance-chart.tsx';
import { SlicePanel } from '../report/fields/slice-panel.tsx';
import { OmittedNote } from '../report/omitted-note.tsx';
import { PreviousModel } from '../report/previous-model.tsx';
import { ProvenancePanels } from '../report/provenance-panels.tsx';
import { RegressionPanels } from '../report/regression-panels.tsx';
import { ScorePanels } from '../report/score-panels.tsx';
import { LeaderboardTable } from './leaderboard-table.tsx';
import { ScoreHistoryChart } from './score-history-chart.tsx';
import { TrainingEnding } from './training-ending.tsx';

const PrintView = lazy(() => import('../print/print-view.tsx').then((m) => ({ default: m.PrintView })));

const parts = ['score', 'leaderboard', 'answers', 'fields', 'data'] as const;
type Part = (typeof parts)[number];

interface ResultViewProps {
  model: ModelDetail;
  report: Report;
}

/** The report of a finished model: scores, baselines, importances and provenance. */
export function ResultView({ model, report }: ResultViewProps) {
  const { t } = useTranslation('models');
  const [shown, setShown] = useUrlTab(parts, 'part');
  const [isPrinted] = useQueryState('print', parseAsBoolean.withDefault(false));
  if (isPrinted)
    return (
      <Suspense>
        <PrintView
          model={model}
          parts={parts.map((part) => ({
            name: part,
            title: t(`part.${part}`),
            content: <PartView part={part} model={model} report={report} />,
          }))}
        />
      </Suspense>
    );
  return (
    <Tabs
      label={t('part.label')}
      value={shown}
      onChange={(part) => void setShown(part)}
      tabs={parts.map((part) => ({
        value: part,
        label: t(`part.${part}`),
        content: part === shown && <PartView part={part} model={model} report={report} />,
      }))}
    />
  );
}

function PartView({ part, model, report }: ResultViewProps & { part: Part }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {part === 'score' && (
        <>
          <DecisionSummary model={model} report={report} />
          <TrainingEnding model={model} report={report} />
          <PreviousModel model={model} report={report} />
          <ScorePanels report={report} />
        </>
      )}
      {part === 'leaderboard' && <CandidateModels report={report} />}
      {part === 'answers' && report.classification && (
        <ClassificationPanels classification={report.classification} />
      )}
      {part === 'answers' && report.regression && <RegressionPanels regression={report.regression} />}
      {part === 'fields' && (
        <>
          <section className="rounded-lg border bg-surface p-4">
            <ImportanceChart report={report} />
            {report.importance.length > 0 && <OmittedNote report={report} part="importance" />}
          </section>
          <DependencePanel
            dependence={report.partialDependence ?? []}
            fields={report.fields}
            target={report.target}
          />
          <OmittedNote report={report} part="partial_dependence" />
          {report.slices && <SlicePanel slices={report.slices} fields={report.fields} />}
          <OmittedNote report={report} part="slices" />
        </>
      )}
      {part === 'data' && <ProvenancePanels model={model} report={report} />}
    </div>
  );
}

function CandidateModels({ report }: { report: Report }) {
  const { leaderboard, metric } = report;
  const best = finalEntry(leaderboard)?.name ?? null;
  const hasTimes = leaderboard.some(({ finishedSeconds }) => typeof finishedSeconds === 'number');
  return (
    <>
      {hasTimes && (
        <section className="rounded-lg border bg-surface p-4">
          <ScoreHistoryChart entries={leaderboard} metric={metric} best={best} />
        </section>
      )}
      <LeaderboardTable entries={leaderboard} metric={metric} best={best} report={report} />
    </>
  );
}
