import { isDeepStrictEqual } from 'node:util';
import { type ApiSettings, RowcastError } from '@rowcast/contracts';
import { type Choice, whyUnfit } from '../../predict/decision.ts';

type Kept = Pick<ApiSettings, 'threshold' | 'costs'>;

/** Refuses a new threshold or new costs that the deployed model could not decide by. */
export function checkDecision(before: Kept, given: Partial<Kept>, deployed: Choice | null): void {
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
