export const teamErrors = {
  OWNER_MUST_STAY: {
    status: 409,
    message: 'A workspace needs its owner. Hand over the ownership first.',
  },
  TEAM_FULL: {
    status: 409,
    message: 'The team has reached its maximum size. Raise it in Team Settings, or remove a member.',
  },
  ALREADY_MEMBER: { status: 409, message: 'This person is already a member of the workspace.' },
  INVITE_PENDING: {
    status: 409,
    message: 'An invitation to this address is pending already. Resend it instead.',
  },
  INVITE_CLOSED: { status: 409, message: 'This invitation has been accepted already.' },
  INVITE_INVALID: {
    status: 410,
    message: 'This invite link does not work. Ask whoever invited you for a new one.',
  },
  INVITE_EXPIRED: {
    status: 410,
    message: 'This invitation has expired. Ask whoever invited you to send it again.',
  },
  INVITE_USED: { status: 410, message: 'This invitation was used already. Ask for a new one.' },
  INVITE_NOT_APPROVED: {
    status: 409,
    message: 'This invitation waits for the approval of someone who manages the team. Try again later.',
  },
  INVITE_OTHER_EMAIL: {
    status: 409,
    message: 'This invitation was sent to another e-mail address. Sign in with that address to accept it.',
  },
  INVITE_FILE_UNREADABLE: {
    status: 400,
    message: 'The file is not a list of invitations. Send a CSV whose first line names a column "email".',
  },
} as const;
