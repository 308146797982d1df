import { queueNames } from '@rowcast/contracts';
import { Gauge, Registry } from 'prom-client';
import type { Services } from '../../platform/services.ts';
import { withTimeout } from '../../platform/time/timeout.ts';
import { endedJobs, rolloutCounts, undispatchedJobs } from './metrics.repository.ts';
import { lastScrub } from './scrub.ts';

const patienceMs = 2_000;

/** Figures that are available in time; slow ones are left out. */
const inTime = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> =>
  withTimeout(patienceMs, asked, 'not known in time').catch(() => []);

/** One answer for all who ask while it is looked for. */
function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

const queued = ['waiting', 'active', 'delayed'] as const;

/** Prometheus metrics of jobs and candidates, read from Postgres and the queues, so that every API process reports the same. */
export function jobMeasures({ db, queues, redis }: Pick<Services, 'db' | 'queues' | 'redis'>): Registry {
  const registry = new Registry();
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    fill: (gauge: Gauge<Label>) => Promise<void>,
  ) =>
    new Gauge<Label>({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        await fill(this);
      },
    });
  const ended = together(() => endedJobs(db));
  const rollouts = together(() => rolloutCounts(db));
  const depths = async () => {
    const names = [...queueNames];
    const [waiting, ...counts] = await Promise.all([
      undispatchedJobs(db),
      ...names.map((queue) => queues.get(queue).getJobCounts(...queued)),
    ]);
    return names.flatMap((queue, at) =>
      queued.map((state) => {
        const behind = state === 'waiting' ? (waiting.get(queue) ?? 0) : 0;
        return { queue, state, jobs: behind + (counts[at]?.[state] ?? 0) };
      }),
    );
  };
  gauge('rowcast_queue_jobs', 'Jobs in each queue', ['queue', 'state'], async (shown) => {
    for (const { jobs, ...labels } of await inTime(depths())) shown.set(labels, jobs);
  });
  gauge('rowcast_jobs_ended', 'Jobs that ended within the last hour', ['queue', 'state'], async (shown) => {
    for (const { queue, state, jobs } of await inTime(ended())) shown.set({ queue, state }, jobs);
  });
  gauge(
    'rowcast_job_seconds',
    'Mean time from asking for a job to its end, of the last hour',
    ['queue', 'state'],
    async (shown) => {
      for (const { queue, state, seconds } of await inTime(ended())) shown.set({ queue, state }, seconds);
    },
  );
  gauge('rowcast_rollouts', 'Candidates by how they stand', ['mode', 'status'], async (shown) => {
    for (const { mode, status, count } of await inTime(rollouts())) shown.inc({ mode, status }, count);
  });
  gauge(
    'rowcast_rollout_share',
    'Mean share of the requests or keys that running candidates answer',
    ['mode'],
    async (shown) => {
      for (const { mode, status, percent } of await inTime(rollouts()))
        if (status === 'running') shown.set({ mode }, percent / 100);
    },
  );
  gauge('rowcast_rollout_gates_exceeded', 'Candidates taken back, by the gate', ['gate'], async (shown) => {
    for (const { gate, count } of await inTime(rollouts())) if (gate) shown.inc({ gate }, count);
  });
  const scrubbed = together(async () => [await lastScrub({ redis })].filter((state) => state !== null));
  gauge('rowcast_scrubbed_objects', 'Stored objects that the last scrub verified', [], async (shown) => {
    for (const { objects } of await inTime(scrubbed())) shown.set(objects);
  });
  gauge('rowcast_damaged_objects', 'Of these, damaged or missing', [], async (shown) => {
    for (const { damaged } of await inTime(scrubbed())) shown.set(damaged.length);
  });
  gauge('rowcast_scrub_finished_timestamp_seconds', 'End of the last scrub', [], async (shown) => {
    for (const { finishedAt } of await inTime(scrubbed())) shown.set(Date.parse(finishedAt) / 1000);
  });
  return registry;
}
