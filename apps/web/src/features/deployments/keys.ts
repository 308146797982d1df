export const deploymentKeys = { list: (apiId: string) => ['deployments', apiId] as const };
