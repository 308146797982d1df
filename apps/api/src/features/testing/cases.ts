import { RowcastError, type testCase, type testingRoutes } from '@rowcast/contracts';
import type { z } from 'zod';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { routeOf } from './call-endpoint.ts';
import { type TestCaseRow, testCaseRepository } from './repository.ts';

const maxCases = 200;
const maxBytesOfCase = 256 * 1024;
const maxBytes = 8 * 1024 * 1024;

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
  const size = Buffer.byteLength(JSON.stringify([body.request, body.expected]));
  if (size > maxBytesOfCase) throw new RowcastError('TEST_CASE_TOO_LARGE');
  await routeOf(ctx, params.id);
  const common = { id: newId('testCase'), workspaceId, apiId: params.id, createdAt: ctx.clock.now() };
  const row = { ...common, ...body };
  await transact(ctx, async ({ db, audit }) => {
    const repository = testCaseRepository(db, workspaceId);
    // Nobody else adds one meanwhile.
    await apiRepository(db, workspaceId).lock(params.id);
    const { cases, bytes } = await repository.measure(params.id);
    if (cases >= maxCases || bytes + size > maxBytes) throw new RowcastError('TOO_MANY_TEST_CASES');
    await repository.insert(row);
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
