import type { PredictionResponse } from '@rowcast/contracts/domain/prediction';
import { ArrowRight, Lock, Search, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/class-text.ts';
import { formatNumber, formatPercent } from '@/shared/lib/format.ts';
import { Button } from '@/shared/ui/button.tsx';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { IconButton } from '@/shared/ui/icon-button.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { cellText } from '../cell-text.ts';
import type { Decider } from '../decided.ts';
import { type Goal, useNearest } from '../nearest.ts';
import type { Row } from '../request-body.ts';
import { NearestGoal } from './nearest-goal.tsx';
import { RowProblem } from './row-problem.tsx';

type Found = NonNullable<PredictionResponse['predictions'][number]['counterfactual']>;

interface NearestRowProps {
  decider: Decider;
  row: Row;
  onTake: (cells: Row) => void;
}

/** The nearest row that is answered otherwise, for a person to put in. */
export function NearestRow({ decider, row, onTake }: NearestRowProps) {
  const { t } = useTranslation('testing');
  const [goal, setGoal] = useState<Goal | null>(decider.task === 'regression' ? null : {});
  const [fixed, setFixed] = useState<readonly string[]>([]);
  const { data, error, isFetching, find } = useNearest(decider, row, goal ?? {}, fixed);
  const found = data?.response?.predictions[0]?.counterfactual;
  return (
    <Panel title={t('nearest.title')} description={t('nearest.note')}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          find();
        }}
      >
        <NearestGoal decider={decider} onChange={setGoal} />
        {fixed.length > 0 && (
          <ul aria-label={t('nearest.fixed')} className="flex flex-wrap items-center gap-1.5 text-sm">
            <li className="text-soft">{t('nearest.fixed')}:</li>
            {fixed.map((field) => (
              <li key={field} className="flex items-center rounded-md border pl-2">
                <span className="[overflow-wrap:anywhere]">{field}</span>
                <IconButton
                  size="sm"
                  label={t('nearest.free', { field })}
                  onClick={() => setFixed(fixed.filter((each) => each !== field))}
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
      <div aria-live="polite" className="mt-3 empty:hidden">
        {error && <ErrorState error={error} onRetry={find} />}
        {data?.problem && <RowProblem problem={data.problem} tone={data.tone} />}
        {found === null && <p className="text-soft">{t('nearest.none')}</p>}
        {found?.changes.length === 0 && <p className="text-soft">{t('nearest.already')}</p>}
        {found && found.changes.length > 0 && (
          <Changes found={found} onKeep={(field) => setFixed([...fixed, field])} onTake={onTake} />
        )}
      </div>
    </Panel>
  );
}

interface ChangesProps {
  found: Found;
  onKeep: (field: string) => void;
  onTake: (cells: Row) => void;
}

function Changes({ found: { changes, prediction, probability }, onKeep, onTake }: ChangesProps) {
  const { t } = useTranslation('testing');
  const answer = typeof prediction === 'number' ? formatNumber(prediction, 6) : classText(String(prediction));
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
        onClick={() => onTake(Object.fromEntries(changes.map(({ field, to }) => [field, to])))}
      >
        {t('nearest.take')}
      </Button>
    </div>
  );
}
