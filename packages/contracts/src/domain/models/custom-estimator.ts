import { z } from 'zod';

interface Range {
  low: number;
  high: number;
  usual: number;
  whole?: true;
}

const forest = {
  nEstimators: { low: 1, high: 1000, usual: 100, whole: true },
  maxFeatures: { low: 0.01, high: 1, usual: 0.5 },
  minSamplesLeaf: { low: 1, high: 1000, usual: 1, whole: true },
} as const satisfies Record<string, Range>;

/** What a person may set of each estimator, by the names that its library has for it. */
export const estimatorParameters = {
  linear: { alpha: { low: 0.000001, high: 1_000_000, usual: 1 } },
  random_forest: forest,
  extra_trees: forest,
  xgboost: {
    maxDepth: { low: 1, high: 16, usual: 6, whole: true },
    minChildWeight: { low: 0, high: 1000, usual: 1 },
    subsample: { low: 0.1, high: 1, usual: 1 },
    colsampleBytree: { low: 0.05, high: 1, usual: 1 },
    regLambda: { low: 0, high: 1000, usual: 1 },
  },
  lightgbm: {
    numLeaves: { low: 2, high: 1000, usual: 31, whole: true },
    minDataInLeaf: { low: 1, high: 10_000, usual: 20, whole: true },
    featureFraction: { low: 0.05, high: 1, usual: 1 },
    lambdaL2: { low: 0, high: 1000, usual: 0 },
  },
  mlp: {
    hiddenLayers: { low: 1, high: 5, usual: 2, whole: true },
    hiddenUnits: { low: 4, high: 512, usual: 64, whole: true },
    dropout: { low: 0, high: 0.8, usual: 0.1 },
    weightDecay: { low: 0, high: 1, usual: 0.01 },
  },
  svm: {
    cost: { low: 0.001, high: 10_000, usual: 10 },
    gammaScale: { low: 0.001, high: 1000, usual: 0.3 },
  },
  kernel_ridge: {
    alpha: { low: 0.0001, high: 100, usual: 0.05 },
    kernelWidth: { low: 0.05, high: 20, usual: 1 },
    metricRounds: { low: 0, high: 5, usual: 2, whole: true },
  },
  knn: { nNeighbors: { low: 1, high: 500, usual: 5, whole: true } },
} as const satisfies Record<string, Record<string, Range>>;

export type EstimatorName = keyof typeof estimatorParameters;
export const estimatorNames = Object.keys(estimatorParameters) as EstimatorName[];

/** Rounds or passes, and how fast each learns: these estimators take both from the training's own settings. */
export const learnsInSteps: readonly EstimatorName[] = ['xgboost', 'lightgbm', 'mlp'];

const numberIn = ({ low, high, usual, whole }: Range) => {
  const message = `must be a ${whole ? 'whole ' : ''}number from ${low} to ${high}`;
  const number = whole ? z.number(message).int(message) : z.number(message);
  return number.min(low, message).max(high, message).default(usual);
};

type Shape<N extends EstimatorName> = {
  [K in keyof (typeof estimatorParameters)[N]]: z.ZodDefault<z.ZodNumber>;
};

function parametersOf<N extends EstimatorName>(name: N, id: string) {
  const ranges: [string, Range][] = Object.entries(estimatorParameters[name]);
  const shape = Object.fromEntries(ranges.map(([key, range]) => [key, numberIn(range)])) as Shape<N>;
  return z.strictObject({ name: z.literal(name), ...shape }).meta({ id });
}

/** One estimator with its parameters, instead of a portfolio of them. */
export const customEstimator = z
  .discriminatedUnion(
    'name',
    [
      parametersOf('linear', 'LinearEstimator'),
      parametersOf('random_forest', 'RandomForestEstimator'),
      parametersOf('extra_trees', 'ExtraTreesEstimator'),
      parametersOf('xgboost', 'XgboostEstimator'),
      parametersOf('lightgbm', 'LightgbmEstimator'),
      parametersOf('mlp', 'NetworkEstimator'),
      parametersOf('svm', 'SvmEstimator'),
      parametersOf('kernel_ridge', 'KernelRidgeEstimator'),
      parametersOf('knn', 'NeighboursEstimator'),
    ],
    `must be one of ${estimatorNames.join(', ')}`,
  )
  .meta({ id: 'CustomEstimator' });
export type CustomEstimator = z.infer<typeof customEstimator>;

/** Estimators that keep rows and compare each with every other learn from no more. */
export const maxRows: Partial<Record<EstimatorName, number>> = {
  svm: 20_000,
  kernel_ridge: 10_000,
  knn: 20_000,
};

export const onnxLimitMb = 100;

/** A model that was uploaded; only its hash and name travel with the settings. */
export const uploadedOnnx = z
  .object({
    filename: z.string().max(255),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    sizeBytes: z.number().int(),
  })
  .meta({ id: 'UploadedOnnx' });
