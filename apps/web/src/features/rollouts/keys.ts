export const rolloutKeys = {
  list: (apiId: string) => ['rollouts', apiId] as const,
  versions: (apiId: string) => ['versions', apiId] as const,
  differences: (rolloutId: string) => ['rollout-differences', rolloutId] as const,
};
