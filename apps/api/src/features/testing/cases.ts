import { RowcastError, type testCase, type testingRoutes } from '@rowcast/contracts';
import type { z } from 'zod';
import type { SessionContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { transact } from '../../platform/unit-of-work.ts';
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
  if ((await testCaseRepository(ctx.db, workspaceId).count(params.id)) >= mostCases)
    throw new RowcastError('TOO_MANY_TEST_CASES');
  const common = { id: newId('testCase'), workspaceId, apiId: params.id, createdAt: ctx.clock.now() };
  const row = { ...common, ...body };
  await transact(ctx, async ({ db, audit }) => {
    await testCaseRepository(db, workspaceId).insert(row);
    const after = { name: row.name, apiId: row.apiId };
    audit({ action: 'test_case.created', targetType: 'test_case', targetId: row.id, after });
  });
  return present(row);
}

export async function removeTestCase(
  ctx: SessionContext,
  { params: { id, caseId } }: Input<typeof testingRoutes.removeCase>,
): Promise<void> {
  await transact(ctx, async ({ db, audit }) => {
    await testCaseRepository(db, ctx.actor.workspaceId).remove(id, caseId);
    audit({
      action: 'test_case.deleted',
      targetType: 'test_case',
      targetId: caseId,
      before: { apiId: id },
    });
  });
}
