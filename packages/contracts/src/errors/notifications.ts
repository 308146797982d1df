export const notificationErrors = {
  PUSH_NOT_SET_UP: {
    status: 409,
    message:
      'Push notifications are not set up on this server. Its administrator can turn them on by setting VAPID keys.',
  },
  PUSH_SERVICE_UNKNOWN: {
    status: 400,
    message: "This server does not support this browser's push service. Use another browser.",
  },
} as const;
