import type { testingRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiDocument } from '../../predict/schema/api-document.ts';
import { routeOf } from './call-endpoint.ts';

export const getApiDocument = async (ctx: SessionContext, { params }: Input<typeof testingRoutes.document>) =>
  apiDocument(ctx, await routeOf(ctx, params.id));
