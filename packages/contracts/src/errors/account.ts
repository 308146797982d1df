export const accountErrors = {
  ADDRESS_REFUSED: {
    status: 400,
    message:
      'This address is on a private network or this machine. Give one that is reachable on the internet.',
  },
  PICTURE_UNREADABLE: {
    status: 400,
    message: 'The file is not a picture that can be read. Choose a PNG, JPEG, WebP, GIF or AVIF file.',
  },
  USERNAME_TAKEN: { status: 409, message: 'This username is taken or reserved. Choose another.' },
  WORKSPACE_HAS_MEMBERS: {
    status: 409,
    message: 'Other people are members of your workspace. Hand over its ownership or remove them first.',
  },
  ARCHIVE_UNDER_WAY: { status: 409, message: 'An archive is being packed already. Wait until it is ready.' },
} as const;
