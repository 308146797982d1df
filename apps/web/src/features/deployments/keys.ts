export const deploymentKeys = {
  list: (apiId: string) => ['deployments', apiId] as const,
  release: (modelId: string) => ['deployments', 'release', modelId] as const,
};
