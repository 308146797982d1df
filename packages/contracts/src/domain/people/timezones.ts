export const timezones = ['Asia/Kolkata', 'UTC', 'America/New_York', 'Europe/London'] as const;
