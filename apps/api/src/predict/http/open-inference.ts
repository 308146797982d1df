import type { RowcastError } from '@rowcast/contracts';
import type { ModelServer } from '../../platform/model-server.ts';
import type { LiveRoute, Variant } from '../admission/live-route.ts';

/** What a call of the Open Inference Protocol says beside its body. */
export interface Protocol {
  /** The API's id, which is the model's name in the protocol. */
  model: string;
  /** Length of the JSON before binary tensors; empty without them. */
  jsonBytes: string;
}

/** An error as the protocol wants it: `error` is a sentence, and what else the house tells of one stands beside it. */
export const protocolError = (error: RowcastError, requestId: string) => ({
  ...error.toBody(requestId),
  code: error.code,
  error: error.message,
});

export const protocolServer = { name: 'rowcast', version: '1', extensions: ['binary_tensor_data'] };

/** The model of a version that answers now; null when none of that version does. */
export function variantOf({ stable, rollout }: LiveRoute, version: number | null): Variant | null {
  if (version === null || stable?.version === version) return stable;
  return rollout?.candidate.version === version ? rollout.candidate : null;
}

/** What its server says of a model's inputs and outputs, under its name here. */
export function protocolMetadata(
  { apiId, stable, rollout }: LiveRoute,
  described: Awaited<ReturnType<ModelServer['describe']>>,
) {
  const versions = [stable, rollout?.candidate].flatMap((each) => (each ? [`${each.version}`] : []));
  return { ...described, name: apiId, versions };
}
