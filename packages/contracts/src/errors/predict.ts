/** What an API that names no fields in its errors says of rows that do not fit. */
export const silentRowError =
  'The rows do not match what the model expects. This API names no fields in its errors.';

export const predictErrors = {
  API_KEY_MISSING: { status: 401, message: 'Send an API key: "Authorization: Bearer rc_live_…".' },
  API_KEY_INVALID: {
    status: 401,
    message:
      'The API key is unknown, expired, revoked or of another API. Make a new one under Keys of the API.',
  },
  API_KEY_IN_URL: {
    status: 400,
    message: 'Keys in the URL are refused, since URLs are logged. Send the Authorization header.',
  },
  API_DISABLED: { status: 403, message: 'This API is switched off. Switch it on under Settings.' },
  API_NOT_DEPLOYED: {
    status: 409,
    message: 'No model is deployed to this API yet. Deploy one under Models.',
  },
  API_RATE_LIMITED: {
    status: 429,
    message: 'This API has reached its request limit. Try again after the time in Retry-After.',
  },
  KEY_RATE_LIMITED: {
    status: 429,
    message: 'This key has reached its request limit. Try again after the time in Retry-After.',
  },
  PLAN_QUOTA_EXCEEDED: {
    status: 429,
    message: "The plan's calls of this month are used up. Change the plan, or wait for the next month.",
  },
  TOO_MANY_STREAMS: {
    status: 429,
    message:
      'This key or its workspace has as many streams open as it may. End one, or try again after the time in Retry-After.',
  },
  TOO_MANY_UNKNOWN_KEYS: {
    status: 429,
    message: 'Too many unknown API keys came from your network. Check the key and try again later.',
  },
  API_KEY_SCOPE: { status: 403, message: 'This API key does not have the scope that the call needs.' },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message:
      'This Idempotency-Key was used with another body, options or form of answer. Use a new one for a new call.',
  },
  IDEMPOTENCY_ANSWER_NOT_KEPT: {
    status: 409,
    message:
      'The call with this Idempotency-Key was answered, but there was no room to keep its answer. Use a new one to have it answered again.',
  },
  ROLLOUT_RUNNING: {
    status: 409,
    message: 'A candidate is running already. Promote it or take it back first.',
  },
  ROLLOUT_SAME_MODEL: { status: 409, message: 'This model is the deployed one already. Choose another.' },
  ROLLOUT_OTHER_QUESTION: {
    status: 409,
    message:
      'The model predicts something else than the deployed one, so their answers cannot be compared. Deploy it instead, or under an API of its own.',
  },
  NO_ROLLOUT: { status: 409, message: 'No candidate is running. Start one first.' },
  CALL_NOT_KEPT: {
    status: 409,
    message: 'What was sent with this call was not kept, so it cannot be made again.',
  },
  TEST_CASE_TOO_LARGE: {
    status: 413,
    message: 'A test case must not be larger than 256 kB. Save it with fewer rows.',
  },
  TOO_MANY_TEST_CASES: {
    status: 409,
    message: 'An API keeps at most 200 test cases, and 8 MB of them. Delete some first.',
  },
  BODY_EMPTY: {
    status: 400,
    message:
      'The request body is empty. Send the rows: {"instances": [ … ]}, one JSON object a line, or CSV below a header.',
  },
  INSTANCES_INVALID: {
    status: 422,
    message: 'The body must be one object, or {"instances": [ … ]} with at least one object.',
  },
  TOO_MANY_ROWS: { status: 413, message: 'Too many rows in one request. Send at most 10,000.' },
  ROW_INVALID: {
    status: 422,
    message: 'Some rows do not match what the model expects. Each problem is listed under fields.',
  },
  OPTIONS_INVALID: {
    status: 422,
    message: 'Some options do not fit this model. Each problem is listed under fields.',
  },
  MODEL_SERVER_UNAVAILABLE: {
    status: 503,
    message: 'The model server is not reachable. Try again in a few seconds.',
  },
  MODEL_SERVER_BUSY: {
    status: 503,
    message: 'The model server has more to do than it can. Try again after the time in Retry-After.',
  },
  MODEL_SERVER_FAILED: {
    status: 502,
    message: 'The model server broke off while answering. Send the request again.',
  },
  MODEL_SERVER_TIMEOUT: { status: 504, message: 'The model server did not answer in time. Try again.' },
  BODY_TIMEOUT: { status: 408, message: 'The request body did not arrive in time. Send the request again.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This address takes other methods. The Allow header names them.',
  },
} as const;
