/** A workspace with jobs that wait for their turn. */
export interface Contender {
  /** Empty for the jobs of no workspace. */
  workspaceId: string;
  weight: number;
  /** Virtual time at which the work dispatched so far is paid for. */
  finished: number;
  /** Dispatched jobs that have not ended. */
  running: number;
}

export interface Turn<T extends Contender> {
  contender: T;
  /** Virtual time at which its job starts. */
  started: number;
}

/**
 * Start-time fair queueing: the contender whose virtual time is the lowest comes next. A job advances it by its cost divided
 * by the weight. Who was idle starts at the queue's virtual time `now`: idle time is not saved up. Ties go to who comes first.
 */
export function nextTurn<T extends Contender>(
  contenders: Iterable<T>,
  now: number,
  maxRunning: (contender: T) => number,
): Turn<T> | null {
  let next: Turn<T> | null = null;
  for (const contender of contenders) {
    if (contender.running >= maxRunning(contender)) continue;
    const started = Math.max(contender.finished, now);
    const isEarlier =
      !next ||
      started < next.started ||
      (started === next.started && contender.finished < next.contender.finished);
    if (isEarlier) next = { contender, started };
  }
  return next;
}

export const finishOf = ({ contender, started }: Turn<Contender>, costSeconds: number): number =>
  started + costSeconds / contender.weight;

/** Jobs of one workspace that run at the same time: one slot is left to others, if there are enough. */
export const maxRunningOf = (
  { workspaceId, weight }: Pick<Contender, 'workspaceId' | 'weight'>,
  { slots, limit }: { slots: number; limit: number | undefined },
): number => {
  if (workspaceId === '') return Number.POSITIVE_INFINITY;
  return limit === undefined ? Math.max(2, slots - 1) : Math.max(1, Math.round(limit * weight));
};
