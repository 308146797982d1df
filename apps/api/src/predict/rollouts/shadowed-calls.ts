import type { Services } from '../../platform/services.ts';
import { isInShare } from '../execution/choose-variant.ts';
import type { PredictCall } from '../execution/predict-call.ts';
import { type Prediction, questionOf } from '../execution/predict-rows.ts';
import { answeredRows } from '../http/response-rows.ts';
import { StreamSample } from '../streaming/stream-sample.ts';
import { createShadow, type Stable } from './shadow.ts';

const isCsv = (type: string | null) => /\/csv/i.test(type ?? '');

const isShadowed = ({ route, key, variant, callId }: PredictCall): boolean =>
  route?.rollout?.mode === 'shadow' &&
  variant?.label === 'stable' &&
  key !== null &&
  isInShare(route.rollout, { keyId: key.keyId, callId });

/** Decides which calls are mirrored to a shadow candidate. */
export function shadowedCalls(services: Services) {
  const shadow = createShadow(services);

  function follow(call: PredictCall, body: Buffer, rowByRow: boolean, stable: Stable): void {
    const { route, form, contentType, requestId } = call;
    if (!route) return;
    const question = {
      ...questionOf(route, form),
      body,
      contentType: contentType ?? '',
      requestId,
      rowByRow,
    };
    shadow.follow(route, question, stable);
  }

  return {
    /** After a complete response. */
    follow(call: PredictCall, given: Prediction): void {
      if (!call.body || given.status !== 200 || call.replayed || !isShadowed(call)) return;
      follow(call, call.body, false, { id: given.id, rows: () => call.comparedRows(given) });
    },
    /** Before a stream: the sample that keeps its first rows. */
    sampleOf: (call: PredictCall) => (isShadowed(call) ? new StreamSample() : null),
    followStream(call: PredictCall, given: Prediction): void {
      const taken = call.sample?.taken(isCsv(call.contentType), isCsv(given.contentType));
      if (!taken) return;
      const rows = () => answeredRows({ ...given, body: taken.answer });
      follow(call, taken.body, true, { id: given.id, rows });
    },
    close: () => shadow.close(),
  };
}
