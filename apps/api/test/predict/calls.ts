import { randomUUID } from 'node:crypto';
import type { Call } from '../../src/predict/logging/logged-call.ts';

/** Calls as the metering keeps them, a second apart, answered with 200 in 10 ms. */
export function callsOf(given: Pick<Call, 'workspaceId' | 'apiId'> & Partial<Call>, count: number): Call[] {
  return Array.from({ length: count }, (_, each) => ({
    id: randomUUID(),
    keyId: 'key_any',
    modelId: null,
    status: 200,
    code: null,
    rows: 1,
    latencyMs: 10,
    at: new Date(Date.now() - each * 1000),
    ...given,
  }));
}
