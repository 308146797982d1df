import { type CleanStep, type datasetRoutes, maxSteps, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import type { Input } from '../../../platform/route.ts';
import { getDataset } from '../get.ts';
import { addVersion, withoutReadings } from './add-version.ts';

const tooMany = (steps: number): string =>
  `These types would take ${steps} cleaning steps; at most ${maxSteps} are allowed. Change fewer types, or remove steps first.`;

/** A type takes the place of what said before how the column is read; all other steps stay. */
export async function updateSchema(
  ctx: SessionContext,
  { params, body }: Input<typeof datasetRoutes.updateSchema>,
) {
  const orders = new Map(Object.entries(body.levels ?? {}));
  const casts = Object.entries(body.types).map(([column, to]): CleanStep => {
    const levels = orders.get(column);
    return { op: 'cast', column, to, ...(levels && { levels }) };
  });
  const id = await addVersion(ctx, params.id, ({ recipe }) => {
    const steps = [...withoutReadings(recipe, Object.keys(body.types)), ...casts];
    if (steps.length > maxSteps) throw RowcastError.at('VALIDATION_FAILED', 'types', tooMany(steps.length));
    return steps;
  });
  return getDataset(ctx, { params: { id } });
}
