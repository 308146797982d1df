import { parseArgs } from 'node:util';
import { printOutcomes, turbo } from './turbo.ts';

/** Everything that can be known without running the product. */
export async function verify(args: string[]): Promise<number> {
  parseArgs({ args, options: {} });
  const since = Date.now();
  const outcomes = await turbo(['typecheck', 'lint', 'check'], []);
  printOutcomes(outcomes);
  const failed = outcomes.filter(({ ok }) => !ok).length;
  console.log(
    `${outcomes.length - failed} checks passed, ${failed} failed (${((Date.now() - since) / 1000).toFixed(1)} s)`,
  );
  return failed === 0 ? 0 : 1;
}
