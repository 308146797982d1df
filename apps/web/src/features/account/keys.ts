export const archivesKey = ['account', 'archives'] as const;
