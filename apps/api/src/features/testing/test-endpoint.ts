import type { apiRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { askApi, routeOf } from './ask.ts';

export async function testEndpoint(
  ctx: SessionContext,
  { params, body }: Input<typeof apiRoutes.testEndpoint>,
) {
  return askApi(ctx, await routeOf(ctx, params.id), Buffer.from(JSON.stringify(body)));
}
