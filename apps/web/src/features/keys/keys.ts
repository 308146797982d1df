export const keyKeys = { list: (apiId: string) => ['keys', apiId] as const };
