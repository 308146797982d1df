export const accountErrors = {
  ADDRESS_REFUSED: {
    status: 400,
    message:
      'This URL points to a private network or this machine. Enter one that is reachable from the internet.',
  },
  PICTURE_UNREADABLE: {
    status: 400,
    message: 'The file is not a readable image. Choose a PNG, JPEG, WebP, GIF or AVIF file.',
  },
  USERNAME_TAKEN: { status: 409, message: 'This username is taken or reserved. Choose another.' },
  WORKSPACE_HAS_MEMBERS: {
    status: 409,
    message: 'Your workspace has other members. Transfer ownership or remove them first.',
  },
  ARCHIVE_UNDER_WAY: { status: 409, message: 'An archive is already being created. Wait until it is ready.' },
} as const;
