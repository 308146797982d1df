import type { Services } from '../../platform/services.ts';
import type { Call } from '../logging/logged-call.ts';
import { type PayloadMasks, payloadMasks } from './payload-masks.ts';
import { sealInput } from './seal-input.ts';

type Needs = Pick<Services, 'db' | 'config' | 'log'>;

function protectedCall(call: Call, masks: PayloadMasks | null, key: string): Call {
  const { request, keepsInput = true } = call;
  if (request === null || request === undefined) return call;
  return {
    ...call,
    request: null,
    maskedRequest: masks?.request(request.toString()) ?? null,
    sealedRequest: keepsInput ? sealInput(request, key) : null,
  };
}

/** The call as it is logged: its input masked for people, and encrypted for replay if the API keeps inputs. */
export async function protectInput({ db, config, log }: Needs, call: Call): Promise<Call> {
  if (!call.request) return call;
  const masks = await payloadMasks(db, call.workspaceId, call.apiId).catch((err) => {
    log.warn({ err }, 'request logged without its masked copy');
    return null;
  });
  return protectedCall(call, masks, config.ENCRYPTION_KEY);
}

const freshMs = 60_000;
const retryMs = 5_000;
const maxApis = 1_000;

interface Known {
  until: number;
  /** Null while they load, and if that failed. */
  masks: PayloadMasks | null;
  loading: Promise<void> | null;
}

/**
 * Protects the inputs of many calls. Masks are kept for a minute. They only decide about the stored copy: changed settings
 * apply at once to what is shown of it.
 */
export function inputProtection({ db, config, log }: Needs) {
  const known = new Map<string, Known>();

  function load({ workspaceId, apiId }: Call): Known {
    const loaded: Known = { until: performance.now() + freshMs, masks: null, loading: null };
    loaded.loading = payloadMasks(db, workspaceId, apiId)
      .then((masks) => {
        loaded.masks = masks;
      })
      .catch((err) => {
        loaded.until = performance.now() + retryMs;
        log.warn({ err }, 'requests logged without their masked copies');
      })
      .finally(() => {
        loaded.loading = null;
      });
    if (known.size >= maxApis) known.clear();
    known.set(apiId, loaded);
    return loaded;
  }

  /** At once if the masks of the API are loaded. */
  return function protect(call: Call): Call | Promise<Call> {
    const found = known.get(call.apiId);
    const masks = found && found.until > performance.now() ? found : load(call);
    const finish = () => protectedCall(call, masks.masks, config.ENCRYPTION_KEY);
    return masks.loading ? masks.loading.then(finish) : finish();
  };
}
