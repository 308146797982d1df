import type { Reason, testCaseResult, testingRoutes } from '@rowcast/contracts';
import type { z } from 'zod';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { type Row, rowsOf } from '../../predict/execution/row-scores.ts';
import { callInSequence, routeOf, type TestCall } from './call-endpoint.ts';
import { testCaseRepository } from './repository.ts';

const tolerance = 1e-6;
const maxShownCharacters = 64 * 1024;

/** A case may name the bare prediction, or the object that holds it. */
const predictionOf = (expected: unknown): unknown =>
  typeof expected === 'object' && expected !== null && 'prediction' in expected
    ? expected.prediction
    : expected;

/**
 * Whether a response agrees with a case. A class that is written as 2.0 or TRUE is text, and cases that were
 * saved before may have it as a number or boolean.
 */
function agrees(expected: unknown, answered: Row['prediction'] | undefined): boolean {
  const wanted = predictionOf(expected);
  if (typeof answered === 'string' && typeof wanted === 'number') return Number(answered) === wanted;
  if (typeof answered === 'string' && typeof wanted === 'boolean')
    return answered.toLowerCase() === String(wanted);
  if (typeof wanted !== 'number' || typeof answered !== 'number') return wanted === answered;
  return Math.abs(wanted - answered) <= tolerance * Math.max(1, Math.abs(wanted));
}

interface Problem {
  problem: string;
  why: Reason[];
}

/** How a response differs from the expected one; null if it does not. */
function problemOf(expected: unknown, { status, body }: TestCall): Problem | null {
  if (status !== 200)
    return { problem: `The response status is ${status}.`, why: [{ code: 'STATUS', params: { status } }] };
  if (!Array.isArray(expected)) return null;
  const rows = rowsOf(Buffer.from(JSON.stringify(body))) ?? [];
  const [count, wanted] = [rows.length, expected.length];
  if (count !== wanted)
    return {
      problem: `Expected ${wanted} predictions, got ${count}.`,
      why: [{ code: 'COUNT', params: { count, wanted } }],
    };
  const row = expected.findIndex((each, at) => !agrees(each, rows[at]?.prediction));
  if (row < 0) return null;
  const answered = JSON.stringify(rows[row]?.prediction) ?? 'null';
  const asked = JSON.stringify(predictionOf(expected[row])) ?? 'null';
  return {
    problem: `Row ${row}: expected ${asked}, got ${answered}.`,
    why: [{ code: 'ROW', params: { row, answered, asked } }],
  };
}

/** An answer as it is listed among others. */
const shortened = (call: TestCall): TestCall =>
  JSON.stringify(call.body).length > maxShownCharacters ? { ...call, body: null } : call;

export async function runTestCases(ctx: SessionContext, { params }: Input<typeof testingRoutes.run>) {
  const ask = callInSequence(ctx, await routeOf(ctx, params.id));
  const repository = testCaseRepository(ctx.db, ctx.actor.workspaceId);
  const data: z.input<typeof testCaseResult>[] = [];
  for (const caseId of await repository.idsOf(params.id)) {
    const saved = await repository.get(params.id, caseId);
    if (!saved) continue;
    const call = await ask(saved.request);
    const problem = problemOf(saved.expected, call);
    const outcome = { passed: problem === null, ...(problem ?? { problem }) };
    data.push({ caseId, name: saved.name, ...outcome, call: shortened(call) });
  }
  const passed = data.filter((each) => each.passed).length;
  return { passed, failed: data.length - passed, data };
}

export async function testBatch(ctx: SessionContext, { body }: Input<typeof testingRoutes.batch>) {
  const ask = callInSequence(ctx, await routeOf(ctx, body.apiId));
  const data: TestCall[] = [];
  for (const request of body.requests) data.push(await ask(request));
  return { data };
}
