export const teamErrors = {
  OWNER_MUST_STAY: {
    status: 409,
    message: 'A workspace needs an owner. Transfer ownership first.',
  },
  MEMBER_HAS_KEYS: {
    status: 409,
    message: 'This member has active API keys. Choose whether to revoke or to reassign them.',
  },
  TEAM_FULL: {
    status: 409,
    message: 'The team has reached its maximum size. Increase it in Team Settings, or remove a member.',
  },
  ALREADY_MEMBER: { status: 409, message: 'This person is already a member of the workspace.' },
  INVITE_PENDING: {
    status: 409,
    message: 'An invitation to this address is already pending. Resend it instead.',
  },
  INVITE_CLOSED: { status: 409, message: 'This invitation was already accepted.' },
  INVITE_INVALID: {
    status: 410,
    message: 'This invite link is not valid. Ask the person who invited you for a new one.',
  },
  INVITE_EXPIRED: {
    status: 410,
    message: 'This invitation has expired. Ask the person who invited you to resend it.',
  },
  INVITE_USED: { status: 410, message: 'This invitation was already used. Ask for a new one.' },
  INVITE_NOT_APPROVED: {
    status: 409,
    message: 'This invitation is awaiting approval by an admin or the owner. Try again later.',
  },
  INVITE_OTHER_EMAIL: {
    status: 409,
    message: 'This invitation was sent to another email address. Sign in with that address to accept it.',
  },
  RECIPIENT_LIMITED: {
    status: 429,
    message: 'This address received too many emails from this server. Try again later.',
  },
  RECIPIENT_OPTED_OUT: {
    status: 409,
    message: 'This address declined invitation emails. Create an invite link and share it yourself.',
  },
  OPT_OUT_LINK_INVALID: {
    status: 410,
    message: 'This link is not valid. Open the link of the newest invitation email.',
  },
  INVITE_FILE_UNREADABLE: {
    status: 400,
    message:
      'The file is not a valid invitation list. Upload a CSV file with an "email" column in the first line.',
  },
} as const;
