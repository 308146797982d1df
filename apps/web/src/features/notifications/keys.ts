export const notificationsKey = ['notifications'] as const;
