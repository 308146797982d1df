export const rolloutKeys = {
  lists: ['rollouts'] as const,
  list: (apiId: string) => ['rollouts', apiId] as const,
  versions: (apiId: string) => ['versions', apiId] as const,
  allDifferences: ['rollout-differences'] as const,
  differences: (rolloutId: string) => ['rollout-differences', rolloutId] as const,
};
