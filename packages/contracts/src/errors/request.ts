export const requestErrors = {
  VALIDATION_FAILED: {
    status: 400,
    message: 'Some fields are not valid. Correct them and send the request again.',
  },
  BODY_NOT_JSON: { status: 400, message: 'The request body is not valid JSON.' },
  HOST_AMBIGUOUS: { status: 400, message: 'The request has several Host headers. Send exactly one.' },
  BODY_TOO_LARGE: {
    status: 413,
    message: 'The request body is larger than 10 MB. Send fewer rows at a time.',
  },
  CONTENT_TYPE_UNSUPPORTED: {
    status: 415,
    message: 'This content type is not supported. Send JSON with the header Content-Type: application/json.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    message:
      'None of the formats in the Accept header is supported. Request application/json, application/x-ndjson or text/csv, or omit the header.',
  },
  NOT_FOUND: { status: 404, message: 'Resource not found.' },
  FORBIDDEN: { status: 403, message: "Access denied. You don't have permission to perform this action." },
  CONFLICT: {
    status: 409,
    message: 'This is not possible in the current state. Reload to see what has changed.',
  },
  EXPORT_UNDER_WAY: {
    status: 429,
    message: 'An export for this workspace is already running. Wait until it finishes, then try again.',
  },
  EXPORTS_BUSY: {
    status: 503,
    message: 'This server is running its maximum number of exports. Try again in a few seconds.',
  },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please try again later.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'A required service is not reachable. Try again in a few seconds.',
  },
  STORED_DATA_DAMAGED: {
    status: 500,
    message:
      'A stored file has changed since it was written, so it was not used. Ask your administrator to restore it from a backup, or upload the table or train the model again.',
  },
  INTERNAL: { status: 500, message: 'Server error. Please try again later.' },
} as const;
