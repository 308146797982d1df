export const authErrors = {
  UNAUTHENTICATED: { status: 401, message: 'Sign in to continue.' },
  TOKEN_EXPIRED: { status: 401, message: 'The access token has expired. Refresh it and retry the request.' },
  REFRESH_REJECTED: { status: 401, message: 'Session expired. Please login again.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists. Log in instead.' },
  CODE_WRONG: { status: 400, message: 'The code is wrong. Check the latest email and try again.' },
  CODE_EXPIRED: { status: 400, message: 'The code has expired or was already used. Request a new one.' },
  CODE_ATTEMPTS_EXCEEDED: { status: 429, message: 'Too many wrong codes. Request a new one.' },
  CODE_TOO_SOON: {
    status: 429,
    message: 'A code was sent less than 60 seconds ago. Wait a moment, then request another.',
  },
  GUESSES_EXCEEDED: {
    status: 429,
    message: 'Too many failed attempts in a row. Request a code and use the link in the email.',
  },
  LINK_EXPIRED: {
    status: 400,
    message: 'The link is incomplete, expired or already used. Request a new email.',
  },
  CREDENTIALS_WRONG: {
    status: 401,
    message: 'The email or password is wrong. Check both, or log in with a code.',
  },
  PASSWORD_WRONG: {
    status: 400,
    message: 'The current password is wrong. Try again, or reset it by email.',
  },
  PASSWORD_NOT_SET: { status: 409, message: 'This account has no password yet. Set one by email first.' },
  MFA_CODE_WRONG: {
    status: 400,
    message: 'The code is wrong or was already used. Enter the current code from your authenticator app.',
  },
  MFA_LOCKED: { status: 429, message: 'Too many wrong codes. Try again in 15 minutes.' },
  MFA_TOKEN_EXPIRED: { status: 401, message: 'This login took too long. Start again.' },
  MFA_ALREADY_ON: { status: 409, message: 'An authenticator app is already set up. Turn it off first.' },
  MFA_NOT_STARTED: { status: 409, message: 'No authenticator setup is in progress. Start again.' },
  PROOF_REQUIRED: { status: 403, message: 'Confirm your identity, then retry the request.' },
} as const;
