import type { PredictionResponse } from '@rowcast/contracts/domain/predictions/prediction';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatAmount, formatChange, formatPercent, formatScore } from '@/shared/lib/format/format.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { fieldSentence } from '../../request/field-sentence.ts';
import { appliedRule, type DecisionRule } from '../../what-if/decision.ts';
import { classChanges, type useWhatIf } from '../../what-if/what-if.ts';
import { RowProblem } from '../request/row-problem.tsx';
import { DecisionNote, DecisionRow } from './decision-note.tsx';

type Prediction = PredictionResponse['predictions'][number];

interface WhatIfResponseProps {
  answer: ReturnType<typeof useWhatIf>;
  decisionRule: DecisionRule;
}

/** The prediction for the changed row, and its difference from the starting row. */
export function WhatIfResponse({ answer, decisionRule }: WhatIfResponseProps) {
  const { t } = useTranslation('testing');
  const { data, error, refetch, isFetching } = answer;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const [start, now] = data?.response?.predictions ?? [];
  const decided = data?.response ? appliedRule(data.decision, data.response, decisionRule) : null;
  const warnings = data?.response?.warnings.filter(({ row }) => row === 1) ?? [];
  return (
    <Panel title={t('whatif.answer')} className="shadow-float lg:shadow-none">
      <div aria-busy={isFetching} className={cn('transition-opacity', isFetching && data && 'opacity-70')}>
        {!data && <SkeletonLines lines={3} />}
        {data?.problem && <RowProblem problem={data.problem} tone={data.tone} />}
        {start &&
          now &&
          (now.probabilities ? <Classes start={start} now={now} /> : <Amount start={start} now={now} />)}
        {decided && now && (
          <div className="mt-3 grid gap-2">
            <DecisionRow decided={decided} prediction={now} />
            {/* Narrow screens have no room for it. */}
            <div className="max-lg:hidden">
              <DecisionNote decided={decided} apiId={decisionRule.apiId} />
            </div>
          </div>
        )}
        {warnings.map((warning) => (
          <p
            key={`${warning.field}-${warning.code}`}
            className="mt-2 flex items-start gap-1.5 text-sm text-yellow"
          >
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span>
              <code className="font-mono">{warning.field}</code>: {fieldSentence(warning)}
            </span>
          </p>
        ))}
      </div>
    </Panel>
  );
}

interface Answers {
  start: Prediction;
  now: Prediction;
}

function Amount({ start, now }: Answers) {
  const { t } = useTranslation('testing');
  const [before, after] = [Number(start.prediction), Number(now.prediction)];
  return (
    <div role="status">
      <p className="font-semibold text-3xl tabular-nums tracking-tight">{formatAmount(after, 6)}</p>
      <p className="mt-1 text-soft tabular-nums">
        {t('whatif.start')}: {formatAmount(before, 6)} · {t('whatif.change')}:{' '}
        {after === before
          ? t('whatif.same')
          : formatChange(after - before, (value) => formatAmount(value, 4))}
      </p>
    </div>
  );
}

/** The bar is the current probability; the mark is that of the starting row. */
function Classes({ start, now }: Answers) {
  const { t } = useTranslation('testing');
  const points = (change: number) => t('whatif.points', { size: formatScore(change * 100, 1) });
  return (
    <>
      <p role="status" className="break-words font-semibold text-3xl tracking-tight">
        {classText(String(now.prediction))}
      </p>
      <p className="mt-1 text-soft">
        {t('whatif.start')}: {classText(String(start.prediction))}
      </p>
      <dl className="mt-3 grid grid-cols-[minmax(0,auto)_minmax(3rem,1fr)_auto_auto] items-center gap-x-3 gap-y-2">
        {classChanges(start, now).map(({ label, before, after }) => (
          <div key={label} className="contents">
            <dt className="max-w-36 truncate text-sm" title={label}>
              {classText(label)}
            </dt>
            <dd className="contents tabular-nums">
              <span aria-hidden className="relative h-2.5 rounded-full bg-hover">
                <span
                  className="absolute inset-y-0 left-0 rounded-full bg-chart-1 transition-[width] duration-150"
                  style={{ width: `${after * 100}%` }}
                />
                <span
                  className="-inset-y-0.5 absolute w-0.5 bg-text"
                  style={{ left: `calc(${before * 100}% - 1px)` }}
                />
              </span>
              <span className="text-right text-sm">{formatPercent(after)}</span>
              <span className="text-right text-soft text-sm">
                <span className="sr-only">{t('whatif.change')} </span>
                {after === before ? t('whatif.same') : formatChange(after - before, points)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
