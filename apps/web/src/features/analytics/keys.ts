export const analyticsKeys = {
  all: ['analytics'] as const,
  ofApi: (apiId: string, from: string) => ['analytics', apiId, from] as const,
};
