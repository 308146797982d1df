import { withSetupLock } from './lock.mjs';
import { startProgress } from './progress.mjs';
import { pending, perform } from './steps.mjs';

/** Installs what is missing or out of date; says nothing when there is nothing to do. */
export async function setUp(needs) {
  if (pending(needs).every((steps) => steps.length === 0)) return;
  await withSetupLock(async () => {
    const chains = pending(needs).filter((steps) => steps.length > 0);
    if (chains.length === 0) return;
    console.error('Setting up Rowcast (only once; later starts skip this)');
    const progress = startProgress();
    const outcomes = await Promise.allSettled(
      chains.map(async (steps) => {
        for (const step of steps) await progress.step(step.title, () => perform(step));
      }),
    );
    progress.end();
    const failed = outcomes.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
    if (failed.length === 1) throw failed[0];
    if (failed.length > 1)
      throw new AggregateError(failed, failed.map(({ message }) => message).join('\n\n'));
  });
}
