import { RowcastError, type testCase, type testingRoutes } from '@rowcast/contracts';
import type { z } from 'zod';
import type { SessionContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { routeOf } from './ask.ts';
import { type TestCaseRow, testCaseRepository } from './repository.ts';

const mostCases = 200;

const present = ({ workspaceId: _workspace, createdAt, ...row }: TestCaseRow): z.input<typeof testCase> => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

export async function listTestCases(ctx: SessionContext, { params }: Input<typeof testingRoutes.listCases>) {
  await routeOf(ctx, params.id);
  return { data: (await testCaseRepository(ctx.db, ctx.actor.workspaceId).listOf(params.id)).map(present) };
}

export async function createTestCase(
  ctx: SessionContext,
  { params, body }: Input<typeof testingRoutes.createCase>,
) {
  const { workspaceId } = ctx.actor;
  await routeOf(ctx, params.id);
  const repository = testCaseRepository(ctx.db, workspaceId);
  if ((await repository.count(params.id)) >= mostCases) throw new RowcastError('TOO_MANY_TEST_CASES');
  const common = { id: newId('testCase'), workspaceId, apiId: params.id, createdAt: ctx.clock.now() };
  const row = { ...common, ...body };
  await repository.insert(row);
  return present(row);
}

export const removeTestCase = (ctx: SessionContext, { params }: Input<typeof testingRoutes.removeCase>) =>
  testCaseRepository(ctx.db, ctx.actor.workspaceId).remove(params.id, params.caseId);
