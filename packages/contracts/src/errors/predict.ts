/** Message for invalid rows of an API that hides field names in errors. */
export const silentRowError =
  'The rows do not match what the model expects. This API does not name fields in its errors.';

export const predictErrors = {
  API_KEY_MISSING: { status: 401, message: 'Send an API key: "Authorization: Bearer rc_live_…".' },
  API_KEY_INVALID: {
    status: 401,
    message:
      "The API key is unknown, expired, revoked or belongs to another API. Create a new one on the API's Keys tab.",
  },
  API_KEY_IN_URL: {
    status: 400,
    message:
      'API keys in the URL are rejected because URLs are logged. Send the key in the Authorization header.',
  },
  API_DISABLED: { status: 403, message: 'This API is turned off. Turn it on in its settings.' },
  API_NOT_DEPLOYED: {
    status: 409,
    message: 'No model is deployed to this API yet. Deploy one on its Models tab.',
  },
  API_RATE_LIMITED: {
    status: 429,
    message: 'This API has reached its rate limit. Retry after the time in the Retry-After header.',
  },
  KEY_RATE_LIMITED: {
    status: 429,
    message: 'This API key has reached its rate limit. Retry after the time in the Retry-After header.',
  },
  PLAN_QUOTA_EXCEEDED: {
    status: 429,
    message:
      "The plan's quota of calls for this month is used up. Change the plan, or wait for the next month.",
  },
  TOO_MANY_STREAMS: {
    status: 429,
    message:
      'This API key or its workspace has reached its limit of open streams. Close one, or retry after the time in the Retry-After header.',
  },
  TOO_MANY_UNKNOWN_KEYS: {
    status: 429,
    message:
      'Too many requests with unknown API keys came from your network. Check the key and try again later.',
  },
  API_KEY_SCOPE: {
    status: 403,
    message: 'This API key does not have the permission that the call needs. Create a key that has it.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message:
      'This Idempotency-Key was used with a different body, options or response format. Use a new one for a new call.',
  },
  IDEMPOTENCY_ANSWER_NOT_KEPT: {
    status: 409,
    message:
      'The call with this Idempotency-Key was processed, but there was no space to store its response. Use a new one to run the call again.',
  },
  ROLLOUT_RUNNING: {
    status: 409,
    message: 'A candidate is already running. Promote it or roll it back first.',
  },
  ROLLOUT_SAME_MODEL: { status: 409, message: 'This model is already deployed. Choose another one.' },
  ROLLOUT_OTHER_QUESTION: {
    status: 409,
    message:
      'This model does not predict the same target as the deployed one, so their predictions cannot be compared. Deploy it directly, or on a separate API.',
  },
  NO_ROLLOUT: { status: 409, message: 'No candidate is running. Start one first.' },
  CALL_NOT_KEPT: {
    status: 409,
    message: 'The request body of this call was not logged, so the call cannot be replayed.',
  },
  INPUT_NOT_KEPT: {
    status: 409,
    message:
      'The API did not keep the input of this call, so the call cannot be replayed. To replay later calls, turn on “Keep inputs for replay” in the settings of the API.',
  },
  INPUT_NOT_READABLE: {
    status: 409,
    message:
      'The input of this call was encrypted with another ENCRYPTION_KEY, or is damaged, so the call cannot be replayed.',
  },
  TEST_CASE_TOO_LARGE: {
    status: 413,
    message: 'A test case can be at most 256 kB. Save it with fewer rows.',
  },
  TOO_MANY_TEST_CASES: {
    status: 409,
    message: 'An API can have at most 200 test cases, 8 MB in total. Delete some first.',
  },
  BODY_EMPTY: {
    status: 400,
    message:
      'The request body is empty. Send rows as {"instances": [ … ]}, one JSON object per line, or CSV with a header.',
  },
  INSTANCES_INVALID: {
    status: 422,
    message: 'The body must be one object, or {"instances": [ … ]} with at least one object.',
  },
  TOO_MANY_ROWS: { status: 413, message: 'Too many rows in one request. Send at most 10,000.' },
  ROW_INVALID: {
    status: 422,
    message: 'Some rows do not match what the model expects. See `fields` for each problem.',
  },
  OPTIONS_INVALID: {
    status: 422,
    message: 'Some options are not valid for this model. See `fields` for each problem.',
  },
  MODEL_UNAVAILABLE: {
    status: 503,
    message:
      "This API's model cannot be loaded, because its stored file is damaged or missing. The members of the workspace have been notified. Deploy another version, or retry after the time in the Retry-After header.",
  },
  MODEL_SERVER_UNAVAILABLE: {
    status: 503,
    message: 'The model server is not reachable. Try again in a few seconds.',
  },
  MODEL_SERVER_BUSY: {
    status: 503,
    message: 'The model server is overloaded. Retry after the time in the Retry-After header.',
  },
  MODEL_SERVER_FAILED: {
    status: 502,
    message: 'The model server failed while processing the request. Send the request again.',
  },
  MODEL_SERVER_TIMEOUT: { status: 504, message: 'The model server did not respond in time. Try again.' },
  BODY_TIMEOUT: { status: 408, message: 'The request body did not arrive in time. Send the request again.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This method is not allowed for this URL. The Allow header lists the allowed methods.',
  },
} as const;
