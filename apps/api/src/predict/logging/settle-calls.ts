import type { RowcastError } from '@rowcast/contracts';
import type { Services } from '../../platform/services.ts';
import { callerGone, type PredictCall } from '../execution/predict-call.ts';
import type { Prediction } from '../execution/predict-rows.ts';
import { meanScore } from '../execution/row-scores.ts';
import type { Limiter } from '../limits/limiter.ts';
import { openMetering } from './metering.ts';
import { type Measures, openMeasures } from './metrics.ts';
import { gathered } from './micro-batch.ts';

/** Calls are counted so many at a time, or so much later. */
const maxUncounted = 16;
const uncountedMs = 20;

/** A call that was answered, and when. */
interface Answered {
  call: PredictCall;
  outcome: Prediction | RowcastError;
  at: Date;
  milliseconds: number | null;
}

export interface Settlement {
  measures: Measures;
  /** What a call that is over leaves behind: figures, a row of the log, or its place in the month's quota. */
  settle(call: PredictCall): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

/** Rows that were answered make it a call, however much of the answer was taken: else it could be had for nothing. */
const asTaken = (outcome: PredictCall['outcome'], isWhole: boolean) =>
  !isWhole && outcome && 'rows' in outcome && outcome.status === 200
    ? { ...outcome, ...callerGone }
    : outcome;

export function openSettlement(services: Services, limiter: Limiter): Settlement {
  const { clock, modelServer } = services;
  const uncounted = gathered(maxUncounted, uncountedMs, count);
  const measures = openMeasures(modelServer, uncounted.settle);
  const metering = openMetering(services, measures.dropped);

  function count({ call, outcome, at, milliseconds }: Answered): void {
    const { variant, route } = call;
    const rows = 'rows' in outcome ? outcome.rows : 0;
    measures.answered(outcome.status, variant?.label ?? null, milliseconds, rows);
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
    measures,
    settle(call) {
      const { res, limits, replayed, started, isStream } = call;
      if (!res.writableFinished) measures.abandoned();
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
