export const activityKey = ['activity'] as const;
