export const deploymentKeys = {
  list: (apiId: string) => ['deployments', apiId] as const,
  changes: (modelId: string) => ['deployments', 'changes', modelId] as const,
};
