import type { LoggedCall, loggedCallDetail } from '@rowcast/contracts';
import type { z } from 'zod';
import { hidden } from '../../predict/masking/mask-json.ts';
import type { PayloadMasks } from '../../predict/masking/payload-masks.ts';
import type { LogView, TextlessView } from './repository.ts';

export const presentCall = ({ call, keyName, modelVersion }: TextlessView): LoggedCall => ({
  id: call.id,
  apiId: call.apiId,
  at: call.at.toISOString(),
  status: call.status,
  code: call.code,
  rows: call.rows,
  failedRows: call.failedRows,
  warnings: call.warnings,
  latencyMs: call.latencyMs,
  keyId: call.keyId,
  keyName,
  modelId: call.modelId,
  modelVersion,
  label: call.label,
  requestId: call.requestId,
});

export function presentCallDetail(view: LogView, masks: PayloadMasks): z.input<typeof loggedCallDetail> {
  const { contentType, request: plain, maskedRequest, sealedRequest, response } = view.call;
  const request = maskedRequest ?? plain;
  const [shownRequest, shownResponse] = [masks.request(request), masks.response(response)];
  return {
    ...presentCall(view),
    contentType,
    request: shownRequest,
    response: shownResponse,
    masked: !!shownRequest?.includes(hidden) || shownRequest !== request || shownResponse !== response,
    replayable: plain !== null || sealedRequest !== null,
  };
}
