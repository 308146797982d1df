/** Predictions of the deployed model, which also depend on the API settings. */
export const predictionKeys = {
  whatIf: (apiId: string) => ['what-if', apiId] as const,
  nearest: (apiId: string) => ['nearest-row', apiId] as const,
};
