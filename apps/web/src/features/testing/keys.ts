/** Answers of the deployed model, which depend on the settings of its API too. */
export const askedKeys = {
  whatIf: (apiId: string) => ['what-if', apiId] as const,
  nearest: (apiId: string) => ['nearest-row', apiId] as const,
};
