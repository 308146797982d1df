import { type DocumentedError, type ErrorCode, RowcastError } from '@rowcast/contracts';
import { typeUnsupported } from '../../platform/network/content-type.ts';
import { daySeconds } from '../../platform/time/durations.ts';
import { scopeMissing } from '../../predict/admission/authenticator.ts';
import type { LiveRoute } from '../../predict/admission/repository.ts';
import { bodyTypes } from '../../predict/http/read-body.ts';
import { limitReached } from '../../predict/limits/limit-exceeded.ts';

const always: readonly ErrorCode[] = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_IN_URL',
  'API_DISABLED',
  'NOT_ACCEPTABLE',
  'BODY_TIMEOUT',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_ANSWER_NOT_KEPT',
  'BODY_TOO_LARGE',
  'KEY_RATE_LIMITED',
  'TOO_MANY_UNKNOWN_KEYS',
];

/** Worth another try after the time in Retry-After. */
const outages = ['MODEL_SERVER_BUSY', 'MODEL_SERVER_UNAVAILABLE', 'MODEL_SERVER_FAILED'] as const;
/** Met again by who only tries again. */
const standing = ['MODEL_SERVER_TIMEOUT', 'MODEL_TOO_LARGE'] as const;

/** All that leaves a call without an answer of the model. */
export const withoutAnswer: readonly ErrorCode[] = [...outages, ...standing];

/** What this API answers before, or in place of, its model: made by what makes it for a call. */
export function knownErrors({ settings, monthlyCalls }: LiveRoute, requestId: string): DocumentedError[] {
  const { rateLimitEnabled, rateLimitRequests, rateLimitWindow } = settings;
  const month = 30 * daySeconds;
  const errors = [
    ...always.map((code) => new RowcastError(code)),
    scopeMissing('predict'),
    typeUnsupported('application/xml', bodyTypes.names),
    ...(rateLimitEnabled
      ? [limitReached({ name: 'api', quota: rateLimitRequests, window: rateLimitWindow }, 3)]
      : []),
    ...(monthlyCalls === null
      ? []
      : [limitReached({ name: 'plan', quota: monthlyCalls, window: month }, daySeconds)]),
    ...outages.map((code) => new RowcastError(code, { retryAfterSeconds: 3 })),
    ...standing.map((code) => new RowcastError(code)),
  ];
  return errors.map((error) => ({
    status: error.status,
    code: error.code,
    message: error.message,
    request: null,
    body: error.toBody(requestId),
  }));
}
