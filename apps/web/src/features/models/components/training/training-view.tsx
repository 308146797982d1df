import type { Model } from '@rowcast/contracts/domain/models/model';
import type { TrainingProgress } from '@rowcast/contracts/domain/models/training';
import { CircleStop, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { WaitingNotice } from '@/features/console/index.ts';
import { formatDuration, formatMetric } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { StatTile } from '@/shared/ui/layout/stat-tile.tsx';
import { Progress } from '@/shared/ui/states/progress.tsx';
import { useStopTraining } from '../../api.ts';
import { candidateName } from '../../leaderboard/candidate-name.ts';
import { useElapsed } from '../../leaderboard/elapsed.ts';
import { bestEntry, candidateCounts, secondsLeft, shareDone } from '../../leaderboard/leaderboard.ts';
import { useReasonText } from '../../report/reason-text.ts';
import { LeaderboardTable } from './leaderboard-table.tsx';
import { QueueNote } from './queue-note.tsx';
import { ScoreHistoryChart } from './score-history-chart.tsx';

const waiting: TrainingProgress = {
  phase: 'queued',
  elapsedSeconds: 0,
  remainingSeconds: null,
  leaderboard: [],
  best: null,
  message: '',
};

/** Until a model has finished, the remaining time may be wrong by this factor. */
const initialUncertainty = 2;

/** A running training: finished models, best score so far and time left. */
export function TrainingView({ model }: { model: Model }) {
  const { t } = useTranslation('models');
  const inWords = useReasonText();
  const progress = model.progress ?? waiting;
  const { phase, leaderboard, best } = progress;
  const metric = model.metric ?? progress.metric ?? null;
  const started = phase !== 'queued';
  const elapsed = useElapsed(progress.elapsedSeconds, started);
  const spent = Math.floor(elapsed);
  // Uses the displayed seconds, so that time used and time left add up.
  const left = secondsLeft(model, spent);
  const share = shareDone(elapsed, left);
  const leader = bestEntry(progress);
  const { finished, all } = candidateCounts(leaderboard);
  const remainingKey = !model.reproducible ? 'leftUpTo' : finished > 0 ? 'left' : 'leftBetween';
  return (
    <div className="grid grid-cols-1 gap-5">
      <Panel
        title={model.status === 'queued' ? <QueueNote queue={model.queue} /> : t(`phase.${phase}`)}
        description={
          progress.ending ? t('ending.early', { why: inWords('', [progress.ending]) }) : t(stateOf(model))
        }
        actions={<StopButtons model={model} />}
      >
        <div className="mb-3 empty:hidden">
          <WaitingNotice work="training" />
        </div>
        <Progress label={t('training.progress')} value={share === null ? null : share * 100} />
        <p className="mt-1.5 flex justify-between gap-4 text-soft text-sm tabular-nums">
          <span>
            {t(model.reproducible ? 'training.counted' : 'training.spent', {
              time: formatDuration(spent),
              budget: formatDuration(model.timeBudgetSeconds),
            })}
          </span>
          {left !== null && left > 0 && (
            <span className="shrink-0">
              {t(`training.${remainingKey}`, {
                time: formatDuration(Math.round(left)),
                low: formatDuration(Math.round(left / initialUncertainty)),
                high: formatDuration(Math.round(left * initialUncertainty)),
              })}
            </span>
          )}
        </p>
        <div className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
          <StatTile
            label={t('training.best')}
            value={leader ? formatMetric(leader.score, metric) : '–'}
            note={leader ? candidateName(t, leader.name) : t('training.noBest')}
          />
          <StatTile
            label={t('training.tried')}
            value={all > 0 ? `${finished} / ${all}` : '–'}
            note={metric ? t(`metric.${metric}`) : '\u00a0'}
          />
        </div>
        <p aria-live="polite" className="sr-only">
          {t(`phase.${phase}`)}.{' '}
          {leader &&
            t('training.announce', {
              name: candidateName(t, leader.name),
              score: formatMetric(leader.score, metric),
            })}
        </p>
      </Panel>
      <section className="min-w-0 rounded-lg border bg-surface p-4">
        <ScoreHistoryChart
          entries={leaderboard}
          metric={metric}
          best={best}
          elapsedSeconds={elapsed}
          waiting={<p className="grid min-h-40 place-items-center text-soft">{t('course.waiting')}</p>}
        />
      </section>
      <section className="grid grid-cols-1 gap-2">
        <h2 className="font-semibold">{t('leaderboard.title')}</h2>
        <LeaderboardTable entries={leaderboard} metric={metric} best={best} />
      </section>
    </div>
  );
}

function stateOf({ status, stopRequested, stopMode }: Model) {
  if (!stopRequested) return status === 'queued' ? 'training.leaveQueued' : 'training.leave';
  return stopMode === 'discard' ? 'training.discarding' : 'training.stopping';
}

function StopButtons({ model }: { model: Model }) {
  const { t } = useTranslation('models');
  const stop = useStopTraining(model.id);
  const writeDeniedReason = useDeniedReason('Write');
  const isDiscarded = model.stopRequested && model.stopMode === 'discard';
  return (
    <>
      <AlertDialog
        title={t('training.discardTitle')}
        description={t('training.discardConfirm')}
        action={t('training.discard')}
        danger
        onConfirm={() => stop.mutateAsync('discard')}
        trigger={
          <Button variant="danger" disabled={isDiscarded || stop.isPending} blocked={writeDeniedReason}>
            <Trash2 aria-hidden />
            {t('training.discard')}
          </Button>
        }
      />
      <Button
        busy={stop.isPending}
        aria-disabled={model.stopRequested}
        blocked={writeDeniedReason}
        onClick={() => stop.mutate('keep_best')}
      >
        {!stop.isPending && <CircleStop aria-hidden />}
        {t('training.keepBest')}
      </Button>
    </>
  );
}
