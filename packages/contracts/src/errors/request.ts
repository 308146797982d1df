export const requestErrors = {
  VALIDATION_FAILED: {
    status: 400,
    message: 'Some fields are not valid. Correct them and send the request again.',
  },
  BODY_NOT_JSON: { status: 400, message: 'The request body is not valid JSON.' },
  BODY_TOO_LARGE: {
    status: 413,
    message: 'The request body is larger than 10 MB. Send fewer rows at a time.',
  },
  CONTENT_TYPE_UNSUPPORTED: {
    status: 415,
    message: 'This content type is not read here. Send JSON, with the header Content-Type: application/json.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    message:
      'No form of answer that Accept names is spoken here. Ask for application/json, application/x-ndjson or text/csv, or leave the header out.',
  },
  NOT_FOUND: { status: 404, message: 'Resource not found.' },
  FORBIDDEN: { status: 403, message: "Access denied. You don't have permission to perform this action." },
  CONFLICT: {
    status: 409,
    message: 'This cannot be done in the current state. Load it again to see what has changed.',
  },
  EXPORT_UNDER_WAY: {
    status: 429,
    message: 'A file for this workspace is being made already. Wait until it has ended, then ask again.',
  },
  EXPORTS_BUSY: {
    status: 503,
    message: 'This server is making as many files as it can. Ask again in a few seconds.',
  },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please try again later.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'A service that this needs is not reachable. Try again in a few seconds.',
  },
  INTERNAL: { status: 500, message: 'Server error. Please try again later.' },
} as const;
