export const notificationErrors = {
  PUSH_NOT_SET_UP: {
    status: 409,
    message: 'This server sends no push messages. Its administrator sets VAPID keys to change that.',
  },
  PUSH_SERVICE_UNKNOWN: {
    status: 400,
    message: 'This browser uses a push service that this server does not know. Use another browser.',
  },
} as const;
