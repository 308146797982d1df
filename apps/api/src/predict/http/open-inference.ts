import type { RowcastError } from '@rowcast/contracts';
import type { ModelServer } from '../../platform/model-server.ts';
import type { LiveRoute, Variant } from '../admission/live-route.ts';

/** Request data of the Open Inference Protocol beside the body. */
export interface Protocol {
  /** The API's id, which is the model's name in the protocol. */
  model: string;
  /** Length of the JSON before binary tensors; empty without them. */
  jsonBytes: string;
}

/** An error in the format of the protocol: `error` is a sentence. Our other fields follow. */
export const protocolError = (error: RowcastError, requestId: string) => ({
  ...error.toBody(requestId),
  code: error.code,
  error: error.message,
});

export const protocolServer = { name: 'rowcast', version: '1', extensions: ['binary_tensor_data'] };

/** The serving model of this version; null if the version does not serve. */
export function variantOf({ stable, rollout }: LiveRoute, version: number | null): Variant | null {
  if (version === null || stable?.version === version) return stable;
  return rollout?.candidate.version === version ? rollout.candidate : null;
}

/** Model metadata of the protocol, under the API's name. */
export function protocolMetadata(
  { apiId, stable, rollout }: LiveRoute,
  described: Awaited<ReturnType<ModelServer['describe']>>,
) {
  const versions = [stable, rollout?.candidate].flatMap((each) => (each ? [`${each.version}`] : []));
  return { ...described, name: apiId, versions };
}
