export const securityKey = ['security'] as const;
