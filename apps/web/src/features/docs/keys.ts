export const docsKeys = { ofApi: (apiId: string) => ['docs', apiId] as const };
