import type { PredictionResponse } from '@rowcast/contracts/domain/predictions/prediction';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { byCode } from '@/shared/i18n/error-message.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatAmount, formatMilliseconds, formatPercent } from '@/shared/lib/format/format.ts';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { HttpStatus } from '@/shared/ui/layout/http-status.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { fieldSentence } from '../../request/field-sentence.ts';
import {
  isCoveredByNote,
  problemTone,
  ranked,
  readPredictions,
  readProblem,
} from '../../request/response.ts';
import type { Answer } from '../../request/send.ts';
import { type AppliedRule, appliedRule, type DecisionRule } from '../../what-if/decision.ts';
import { DecisionNote, DecisionRow } from '../what-if/decision-note.tsx';
import { Certainty } from './certainty.tsx';
import { Contributions } from './contributions.tsx';

interface ResponsePanelProps {
  answer: Answer | undefined;
  decisionRule: DecisionRule;
}

/** The response of the endpoint: formatted, and as raw JSON. */
export function ResponsePanel({ answer, decisionRule }: ResponsePanelProps) {
  const { t } = useTranslation('testing');
  if (!answer) {
    return (
      // Mounted while empty, so that screen readers announce its first message.
      <Panel title={t('answer.title')} actions={<span role="status" />}>
        <p className="rounded-lg border border-dashed px-4 py-10 text-center text-soft">{t('answer.none')}</p>
      </Panel>
    );
  }
  const predictions = readPredictions(answer);
  const problem = readProblem(answer);
  const decided = predictions && appliedRule(answer.decision, predictions, decisionRule);
  return (
    <Panel
      title={t('answer.title')}
      actions={
        <span role="status" className="flex items-center gap-2">
          <HttpStatus status={answer.status}>{t('answer.status', { status: answer.status })}</HttpStatus>
          <span className="text-soft text-sm">{formatMilliseconds(answer.latencyMs)}</span>
        </span>
      }
    >
      <div className="grid gap-4">
        {problem && (
          <div className={problemTone(answer)}>
            {/* Hidden if the note on the rows is more specific. */}
            {!isCoveredByNote(problem) && <p>{byCode(problem)}</p>}
            <ul className="mt-1 text-sm">
              {problem.fields.map((each) => (
                <li key={`${each.row}-${each.field}-${each.message}`}>
                  <code className="font-mono">{each.field}</code>
                  {each.row !== undefined && ` (${t('answer.row', { row: each.row })})`}:{' '}
                  {fieldSentence(each)}
                </li>
              ))}
            </ul>
          </div>
        )}
        {decided && <DecisionNote decided={decided} apiId={decisionRule.apiId} />}
        {predictions && <Predictions response={predictions} decided={decided} />}
        {mentionsLaterRows(predictions, problem) && (
          <p className="text-soft text-sm">{t('answer.rowsFrom')}</p>
        )}
        <CodeBlock
          title={t('answer.raw')}
          code={JSON.stringify(answer.body, null, 2)}
          className="[&_pre]:max-h-80"
        />
      </div>
    </Panel>
  );
}

/** A single row needs no explanation that counting starts at 0. */
const mentionsLaterRows = (response: PredictionResponse | null, problem: ReturnType<typeof readProblem>) =>
  (response?.predictions.length ?? 0) > 1 || problem?.fields.some(({ row }) => row !== undefined && row > 0);

const shown = 20;

interface PredictionsProps {
  response: PredictionResponse;
  decided: AppliedRule | null;
}

function Predictions({ response, decided }: PredictionsProps) {
  const { t } = useTranslation('testing');
  const { predictions, warnings, model } = response;
  return (
    <>
      <ol className="grid gap-4">
        {predictions.slice(0, shown).map((each, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a prediction is its row
          <li key={row}>
            <p className="text-soft text-sm">
              {predictions.length > 1
                ? t('answer.row', { row })
                : t('answer.prediction', { version: model.version })}
            </p>
            <p className="font-semibold text-2xl tracking-tight">
              {typeof each.prediction === 'number'
                ? formatAmount(each.prediction, 6)
                : classText(String(each.prediction))}
            </p>
            <Certainty prediction={each} />
            {decided && <DecisionRow decided={decided} prediction={each} />}
            {each.probabilities && (
              <Probabilities probabilities={each.probabilities} from={decided?.from ?? null} />
            )}
            {each.explanation && <Contributions explanation={each.explanation} />}
          </li>
        ))}
      </ol>
      {predictions.length > shown && (
        <p className="text-soft">{t('answer.more', { rest: predictions.length - shown })}</p>
      )}
      {warnings.length > 0 && (
        <ul className="grid gap-1 rounded-md bg-yellow-soft px-3 py-2 text-yellow text-sm">
          {warnings.map((warning) => (
            <li key={`${warning.row}-${warning.field}-${warning.code}`} className="flex items-start gap-2">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              <span>
                <code className="font-mono">{warning.field}</code>
                {predictions.length > 1 && ` (${t('answer.row', { row: warning.row })})`}:{' '}
                {fieldSentence(warning)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ProbabilitiesProps {
  probabilities: Record<string, number>;
  from: AppliedRule['from'];
}

/** The mark on a bar is the decision threshold. */
function Probabilities({ probabilities, from }: ProbabilitiesProps) {
  const { t } = useTranslation('testing');
  return (
    <dl
      aria-label={t('answer.probabilities')}
      className="mt-2 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5"
    >
      {ranked(probabilities)
        .slice(0, 10)
        .map(([label, probability]) => (
          <div key={label} className="contents">
            <dt className="max-w-40 truncate text-sm">{classText(label)}</dt>
            <dd className="contents">
              <span aria-hidden className="relative h-2 rounded-full bg-hover">
                <span
                  className="block h-full rounded-full bg-chart-1"
                  style={{ width: `${probability * 100}%` }}
                />
                {from?.positive === label && (
                  <span
                    className="-inset-y-1 absolute w-0.5 bg-text"
                    style={{ left: `calc(${from.threshold * 100}% - 1px)` }}
                  />
                )}
              </span>
              <span className="text-right text-sm">{formatPercent(probability)}</span>
            </dd>
          </div>
        ))}
    </dl>
  );
}
