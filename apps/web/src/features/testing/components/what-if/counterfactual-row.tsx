import type { PredictionResponse } from '@rowcast/contracts/domain/predictions/prediction';
import { ArrowRight, Lock, Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatAmount, formatPercent } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { cellText } from '../../request/cell-text.ts';
import type { Row } from '../../request/request-body.ts';
import { type Goal, useCounterfactual } from '../../what-if/counterfactual.ts';
import type { DecisionRule } from '../../what-if/decision.ts';
import { RowProblem } from '../request/row-problem.tsx';
import { CounterfactualGoal } from './counterfactual-goal.tsx';

type Found = NonNullable<PredictionResponse['predictions'][number]['counterfactual']>;

interface NearestRowProps {
  decisionRule: DecisionRule;
  row: Row;
  onTake: (cells: Row) => void;
}

/** Finds the smallest change of the row that flips the prediction, and offers to apply it. */
export function CounterfactualRow({ decisionRule, row, onTake }: NearestRowProps) {
  const { t } = useTranslation('testing');
  const [goal, setGoal] = useState<Goal | null>(decisionRule.task === 'regression' ? null : {});
  const [fixed, setFixed] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const { data, error, isFetching, find } = useCounterfactual(decisionRule, row, goal ?? {}, fixed);
  const found = data?.response?.predictions[0]?.counterfactual;
  const keep = (field: string) => {
    setFixed([...new Set([...fixed, field])]);
    // The pressed button is removed when the next row arrives.
    form.current?.focus();
  };
  const free = (field: string, chip: Element | null) => {
    const next = [chip?.nextElementSibling, chip?.previousElementSibling];
    const button = next.map((each) => each?.querySelector('button')).find(Boolean);
    (button ?? form.current)?.focus();
    setFixed(fixed.filter((each) => each !== field));
  };
  return (
    <Panel title={t('nearest.title')} description={t('nearest.note')}>
      <form
        ref={form}
        tabIndex={-1}
        aria-label={t('nearest.title')}
        className="grid gap-3 outline-none"
        onSubmit={(event) => {
          event.preventDefault();
          find();
        }}
      >
        <CounterfactualGoal decisionRule={decisionRule} onChange={setGoal} />
        {fixed.length > 0 && (
          <ul aria-label={t('nearest.fixed')} className="flex flex-wrap items-center gap-1.5 text-sm">
            <li className="text-soft">{t('nearest.fixed')}:</li>
            {fixed.map((field) => (
              <li key={field} className="flex items-center rounded-md border pl-2">
                <span className="[overflow-wrap:anywhere]">{field}</span>
                <IconButton
                  size="sm"
                  label={t('nearest.free', { field })}
                  onClick={(event) => free(field, event.currentTarget.closest('li'))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <Button type="submit" busy={isFetching} disabled={goal === null} className="justify-self-start">
          {!isFetching && <Search aria-hidden />}
          {t('nearest.find')}
        </Button>
      </form>
      <div
        aria-live="polite"
        aria-busy={isFetching}
        className={cn('mt-3 transition-opacity empty:hidden', isFetching && 'opacity-70')}
      >
        {error && <ErrorState error={error} onRetry={find} />}
        {data?.problem && <RowProblem problem={data.problem} tone={data.tone} />}
        {found === null && <p className="text-soft">{t('nearest.none')}</p>}
        {found?.changes.length === 0 && <p className="text-soft">{t('nearest.already')}</p>}
        {found && found.changes.length > 0 && (
          <Changes found={found} isOld={isFetching} onKeep={keep} onTake={onTake} />
        )}
      </div>
    </Panel>
  );
}

interface ChangesProps {
  found: Found;
  /** Whether a newer search is running. */
  isOld: boolean;
  onKeep: (field: string) => void;
  onTake: (cells: Row) => void;
}

function Changes({ found: { changes, prediction, probability }, isOld, onKeep, onTake }: ChangesProps) {
  const { t } = useTranslation('testing');
  const answer = typeof prediction === 'number' ? formatAmount(prediction, 6) : classText(String(prediction));
  return (
    <div className="grid gap-3">
      <p>
        <span className="text-soft">{t('nearest.answered')} </span>
        <span className="font-semibold">{answer}</span>
        {probability !== null && <span className="text-soft"> {formatPercent(probability)}</span>}
      </p>
      <ul className="divide-y border-y text-sm">
        {changes.map(({ field, from, to }) => (
          <li key={field} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{field}</span>
            <span className="flex min-w-0 flex-wrap items-center justify-end gap-1.5 tabular-nums">
              <span className="text-soft">{cellText(from)}</span>
              <ArrowRight className="size-3.5 shrink-0 text-faint" aria-label={t('nearest.becomes')} />
              <span className="font-medium">{cellText(to)}</span>
            </span>
            <IconButton size="sm" label={t('nearest.keep', { field })} onClick={() => onKeep(field)}>
              <Lock aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        variant="primary"
        className="justify-self-start"
        disabled={isOld}
        onClick={() => onTake(Object.fromEntries(changes.map(({ field, to }) => [field, to])))}
      >
        {t('nearest.take')}
      </Button>
    </div>
  );
}
