import { expect, test } from 'vitest';
import { forgetEndedJobs } from '../../src/db/jobs.repository.ts';
import { endedJobs } from '../../src/features/jobs/metrics.repository.ts';
import { startApp } from '../harness/app.ts';

test('jobs that ended lately, or long ago, are found by the time of their end and not among all', async () => {
  const app = await startApp();
  const { sql, services } = app;
  await sql.query(
    `insert into jobs (id, queue, subject_id, payload, state, created_at, finished_at)
     select 'job_' || n, 'train', 'mdl_1', '{}', 'done', now() - n * interval '10 min', now() - n * interval '9 min'
     from generate_series(1, 5000) n`,
  );
  await sql.query('analyze jobs');
  const looks = async () => {
    const { rows } = await sql.query(
      "select idx_scan::int as looks from pg_stat_user_indexes where indexrelname = 'jobs_ended'",
    );
    return rows[0]?.looks;
  };
  expect(await endedJobs(services.db)).toMatchObject([{ queue: 'train', state: 'done', jobs: 6 }]);
  await expect.poll(looks, { timeout: 5_000 }).toBe(1);
  await forgetEndedJobs(services.db, 30);
  await expect.poll(looks, { timeout: 5_000 }).toBe(2);
  const { rows } = await sql.query("select count(*)::int as kept from jobs where queue = 'train'");
  expect(rows).toEqual([{ kept: 4_799 }]);
  await app.close();
});
