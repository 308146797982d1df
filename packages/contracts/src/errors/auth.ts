export const authErrors = {
  UNAUTHENTICATED: { status: 401, message: 'Sign in to continue.' },
  TOKEN_EXPIRED: { status: 401, message: 'The access token has expired. Refresh it and repeat the request.' },
  REFRESH_REJECTED: { status: 401, message: 'Session expired. Please login again.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this e-mail already exists. Log in instead.' },
  CODE_WRONG: { status: 400, message: 'The code is wrong. Check the latest e-mail and try again.' },
  CODE_EXPIRED: { status: 400, message: 'The code has expired or was used already. Ask for a new one.' },
  CODE_ATTEMPTS_EXCEEDED: { status: 429, message: 'Too many wrong codes. Ask for a new one.' },
  CODE_TOO_SOON: {
    status: 429,
    message: 'A code was sent less than 60 seconds ago. Wait a moment, then ask again.',
  },
} as const;
