import { RowcastError } from '@rowcast/contracts';
import type { Services } from '../../platform/services.ts';
import type { PredictCall } from '../execution/predict-call.ts';
import { streamedAsUtf8 } from '../http/charset.ts';
import { acceptOf, contentTypeOf, policyHeader, rowTypes } from '../http/read-body.ts';
import { answerForm, streamForms } from '../http/response-format.ts';
import { type Streamed, streamRows } from './stream-rows.ts';

/** Predicts the rows of a call while later rows arrive. */
export async function streamPrediction(
  services: Pick<Services, 'modelServer'>,
  call: PredictCall,
  query: string,
  admits: () => Promise<void>,
  minMs?: number,
): Promise<Streamed> {
  const { req, res, route, variant, requestId, cancellation, headers, sample } = call;
  if (!route) throw new Error('a call is answered only after it was admitted');
  if (!variant) throw new RowcastError('API_NOT_DEPLOYED');
  const contentType = contentTypeOf(req, rowTypes);
  streamedAsUtf8(contentType);
  const form = {
    query,
    accept: answerForm(acceptOf(req), streamForms),
    policy: policyHeader(req),
    jsonBytes: null,
  };
  call.contentType = contentType;
  call.form = form;
  return streamRows(services, {
    route,
    variant,
    rows: req,
    contentType,
    form,
    requestId,
    cancellation,
    admits,
    minMs,
    open(type, id) {
      headers.push('Content-Type', type, 'X-Prediction-Id', id, 'X-Model-Version', `v${variant.version}`);
      return res.writeHead(200, headers);
    },
    sent: (chunk) => sample?.sent(chunk),
    answered: (chunk) => sample?.answered(chunk),
  });
}
