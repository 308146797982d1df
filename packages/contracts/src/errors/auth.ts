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
  GUESSES_EXCEEDED: {
    status: 429,
    message: 'Too many wrong tries in a row. Ask for a code and use the link in its e-mail.',
  },
  LINK_EXPIRED: {
    status: 400,
    message: 'The link is incomplete, has expired or was used already. Ask for a new e-mail.',
  },
  CREDENTIALS_WRONG: {
    status: 401,
    message: 'The e-mail or the password is wrong. Check both, or log in with a code.',
  },
  PASSWORD_WRONG: {
    status: 400,
    message: 'The current password is wrong. Try again, or reset it by e-mail.',
  },
  PASSWORD_NOT_SET: { status: 409, message: 'This account has no password yet. Set one by e-mail first.' },
  MFA_CODE_WRONG: {
    status: 400,
    message: 'The code is wrong or was used already. Enter the one that the authenticator shows now.',
  },
  MFA_LOCKED: { status: 429, message: 'Too many wrong codes. Try again in 15 minutes.' },
  MFA_TOKEN_EXPIRED: { status: 401, message: 'This login has taken too long. Start again.' },
  MFA_ALREADY_ON: { status: 409, message: 'An authenticator is set up already. Switch it off first.' },
  MFA_NOT_STARTED: { status: 409, message: 'No authenticator is being set up. Start again.' },
  PROOF_REQUIRED: { status: 403, message: 'Confirm that it is you, then repeat the request.' },
} as const;
