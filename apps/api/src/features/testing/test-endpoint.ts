import type { apiRoutes } from '@rowcast/contracts';
import { z } from 'zod';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { decisionOf } from '../../predict/execution/decision.ts';
import { callEndpoint, routeOf } from './call-endpoint.ts';

const amount = z.coerce.number();
/**
 * A bare row may have a field of that name; only beside rows are options what the call asks for.
 * The model server has checked them, and reads numbers in text as well.
 */
const withOptions = z.object({
  instances: z.array(z.unknown()),
  options: z.object({
    threshold: amount.nullish(),
    costs: z.record(z.string(), z.record(z.string(), amount)).nullish(),
  }),
});

export async function testEndpoint(
  ctx: SessionContext,
  { params, body, written }: Input<typeof apiRoutes.testEndpoint>,
) {
  const route = await routeOf(ctx, params.id);
  const call = await callEndpoint(ctx, route, written);
  const asked = withOptions.safeParse(body).data?.options ?? {};
  // What is kept counts only where it fits the model that answers.
  const kept = route.stable?.decision ? route.settings : {};
  return { ...call, decision: call.status === 200 ? decisionOf(asked, kept) : null };
}
