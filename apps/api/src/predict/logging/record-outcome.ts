import type { RowcastError } from '@rowcast/contracts';
import type { Services } from '../../platform/services.ts';
import { callerGone, type PredictCall } from '../execution/predict-call.ts';
import type { Prediction } from '../execution/predict-rows.ts';
import { meanScore } from '../execution/row-scores.ts';
import type { Limiter } from '../limits/limiter.ts';
import { createMetering } from './metering.ts';
import { createMetrics, type PredictMetrics } from './metrics.ts';
import { createMicroBatch } from './micro-batch.ts';

/** Micro-batch for settling calls: size and maximum delay. */
const maxUncounted = 16;
const uncountedMs = 20;

/** A call with its outcome and time. */
interface Answered {
  call: PredictCall;
  outcome: Prediction | RowcastError;
  at: Date;
  milliseconds: number | null;
}

export interface Settlement {
  metrics: PredictMetrics;
  /** Records metrics and a log row of a finished call, or refunds its quota. */
  settle(call: PredictCall): void;
  /** Writes the remaining calls. */
  close(): Promise<void>;
}

/** A call with predictions counts even if the caller disconnects early; otherwise predictions would be free. */
const asTaken = (outcome: PredictCall['outcome'], isWhole: boolean) =>
  !isWhole && outcome && 'rows' in outcome && outcome.status === 200
    ? { ...outcome, ...callerGone }
    : outcome;

export function createSettlement(services: Services, limiter: Limiter): Settlement {
  const { clock, modelServer } = services;
  const uncounted = createMicroBatch(maxUncounted, uncountedMs, count);
  const metrics = createMetrics(modelServer, uncounted.settle);
  const metering = createMetering(services, metrics.dropped);

  function count({ call, outcome, at, milliseconds }: Answered): void {
    const { variant, route } = call;
    const rows = 'rows' in outcome ? outcome.rows : 0;
    metrics.answered(outcome.status, variant?.label ?? null, milliseconds, rows);
    const compares = route?.rollout && outcome.status === 200 && 'body' in outcome;
    const score = compares ? meanScore(call.comparedRows(outcome)) : null;
    const entry = call.entry(outcome, score, at, milliseconds);
    if (entry) metering.record(entry);
    countRefusal(call, outcome, at);
  }

  function countRefusal({ route, claimedApiId }: PredictCall, outcome: Answered['outcome'], at: Date): void {
    const { status, code } = outcome;
    const apiId = route?.apiId ?? claimedApiId;
    if (!apiId || !code || status < 400 || status === callerGone.status) return;
    metering.refuse({ apiId, isKnown: route !== null, code, at });
  }

  return {
    metrics,
    settle(call) {
      const { res, limits, replayed, started, isStream } = call;
      if (!res.writableFinished) metrics.abandoned();
      const outcome = asTaken(call.outcome, res.writableFinished);
      const milliseconds = isStream ? null : performance.now() - started;
      if (outcome) uncounted.add({ call, outcome, at: clock.now(), milliseconds });
      const counts = outcome && outcome.status < 500 && outcome.status !== 429 && !replayed;
      if (limits && !counts) limiter.giveBack(limits);
    },
    async close() {
      uncounted.settle();
      await metering.close();
    },
  };
}
