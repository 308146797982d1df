import type { QueueName } from '@rowcast/contracts';
import { dispatchedJobs, undispatchedJobs, virtualTimeOf } from '../../db/job-shares.repository.ts';
import type { Services } from '../services.ts';
import { type Contender, finishOf, maxRunningOf, nextTurn } from './fair-share.ts';
import { runningLimit } from './queue-settings.ts';
import { slotsOf } from './slots.ts';

export interface Forecast {
  /** 1 for the job that starts next. */
  position: number;
  /** Null if no process runs the jobs of this queue. */
  startsAt: Date | null;
}

interface Job {
  id: string;
  workspaceId: string;
  costSeconds: number;
}

interface QueueState {
  waiting: (Job & Contender)[];
  running: (Job & { dispatchedAt: Date })[];
  virtualTime: number;
  slots: number;
  limit: number | undefined;
}

/** Waiting jobs in the order in which they are dispatched, with the times, if every job takes as long as estimated. */
function* upcoming(
  { waiting, running, virtualTime, slots, limit }: QueueState,
  now: number,
): Generator<{ id: string; at: number }> {
  const jobsOf = Map.groupBy(waiting, ({ workspaceId }) => workspaceId);
  const contenders = new Map(waiting.map((each) => [each.workspaceId, { ...each }]));
  const ends = running.map(({ workspaceId, dispatchedAt, costSeconds }) => ({
    workspaceId,
    at: Math.max(now, dispatchedAt.getTime() + costSeconds * 1_000),
  }));
  const maxRunning = (each: Contender) => maxRunningOf(each, { slots, limit });
  let at = now;
  let passed = virtualTime;
  while (contenders.size > 0) {
    const turn = ends.length < slots && nextTurn(contenders.values(), passed, maxRunning);
    if (turn) {
      const { contender, started } = turn;
      const { workspaceId } = contender;
      const jobs = jobsOf.get(workspaceId) ?? [];
      const job = jobs.shift() ?? contender;
      yield { id: job.id, at };
      passed = started;
      contender.finished = finishOf(turn, job.costSeconds);
      contender.running += 1;
      ends.push({ workspaceId, at: at + job.costSeconds * 1_000 });
      if (jobs.length === 0) contenders.delete(workspaceId);
    } else {
      const next = ends.reduce((first, end) => (end.at < first.at ? end : first));
      ends.splice(ends.indexOf(next), 1);
      at = Math.max(at, next.at);
      const contender = contenders.get(next.workspaceId);
      if (contender) contender.running -= 1;
    }
  }
}

/** Jobs further back have no position: their turn depends on what others queue until then. */
const maxTurns = 2_000;

/** Positions of open jobs. Those that were handed out already start next. */
export async function forecastQueue(
  { config, clock, db, redis }: Pick<Services, 'config' | 'clock' | 'db' | 'redis'>,
  queue: QueueName,
  ids: readonly string[],
): Promise<Map<string, Forecast>> {
  const [waiting, running, virtualTime, reported] = await Promise.all([
    undispatchedJobs(db, queue),
    dispatchedJobs(db, queue),
    virtualTimeOf(db, queue),
    slotsOf(redis, queue).catch(() => 0),
  ]);
  const now = clock.now().getTime();
  const startsAt = (at: number) => (reported > 0 ? new Date(at) : null);
  const wanted = new Set(ids);
  const found = new Map<string, Forecast>();
  for (const { id } of running)
    if (wanted.delete(id)) found.set(id, { position: 1, startsAt: startsAt(now) });
  const limit = runningLimit(queue, config);
  const state = { waiting, running, virtualTime, slots: Math.max(1, reported), limit };
  let position = 0;
  for (const { id, at } of upcoming(state, now)) {
    position += 1;
    if (wanted.delete(id)) found.set(id, { position, startsAt: startsAt(at) });
    if (wanted.size === 0 || position === maxTurns) break;
  }
  return found;
}
