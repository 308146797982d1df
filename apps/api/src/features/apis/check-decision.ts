import { isDeepStrictEqual } from 'node:util';
import { type Choice, type KeptDecision, RowcastError } from '@rowcast/contracts';
import { whyNotApplicable, whyTooLong } from '../../predict/execution/decision.ts';

function whyRefused(decision: KeptDecision, deployed: Choice | null): string | null {
  const why = whyTooLong(decision);
  if (why || !deployed) return why;
  const unfit = whyNotApplicable(decision, deployed);
  return unfit && `${unfit} Deploy a matching model first, or omit this setting.`;
}

/** Refuses a new threshold or new costs that the deployed model could not decide by, or that no call could carry. */
export function checkDecision(
  before: KeptDecision,
  given: Partial<KeptDecision>,
  deployed: Choice | null,
): void {
  const fields = (['threshold', 'costs'] as const).flatMap((name) => {
    if (isDeepStrictEqual(given[name], before[name])) return [];
    const message = whyRefused({ [name]: given[name] }, deployed);
    return message ? [{ field: `settings.${name}`, message }] : [];
  });
  const [first] = fields;
  if (first) throw new RowcastError('VALIDATION_FAILED', { message: first.message, fields });
}
