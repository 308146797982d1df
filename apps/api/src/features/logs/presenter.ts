import type { LoggedCall, loggedCallDetail } from '@rowcast/contracts';
import type { z } from 'zod';
import type { PayloadMasks } from './payload-masks.ts';
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
  const { contentType, request, response } = view.call;
  const [shownRequest, shownResponse] = [masks.request(request), masks.response(response)];
  return {
    ...presentCall(view),
    contentType,
    request: shownRequest,
    response: shownResponse,
    masked: shownRequest !== request || shownResponse !== response,
    replayable: request !== null,
  };
}
