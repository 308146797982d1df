/** Settings of trainings that end once their few trees are grown, where any model will do. */
export const boosted = {
  modelType: 'custom',
  estimator: { name: 'xgboost' },
  epochs: 30,
  learningRate: 0.3,
} as const;

/** One that answers the same question a little otherwise. */
export const forest = {
  modelType: 'custom',
  estimator: { name: 'random_forest', nEstimators: 30 },
} as const;
