import { isDeepStrictEqual } from 'node:util';
import { type Choice, type KeptDecision, RowcastError } from '@rowcast/contracts';
import { whyUnfit } from '../../predict/decision.ts';

/** Refuses a new threshold or new costs that the deployed model could not decide by. */
export function checkDecision(
  before: KeptDecision,
  given: Partial<KeptDecision>,
  deployed: Choice | null,
): void {
  if (!deployed) return;
  const fields = (['threshold', 'costs'] as const).flatMap((name) => {
    if (isDeepStrictEqual(given[name], before[name])) return [];
    const why = whyUnfit({ [name]: given[name] }, deployed);
    const message = `${why} Deploy a model that they fit first, or leave this setting out.`;
    return why ? [{ field: `settings.${name}`, message }] : [];
  });
  const [first] = fields;
  if (first) throw new RowcastError('VALIDATION_FAILED', { message: first.message, fields });
}
