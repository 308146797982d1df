/**
 * What the names of tried models are made of, joined by commas; brands such as "XGBoost 2" stay as they are. The names
 * are English in every report, since programs tell models apart by them.
 */
export const modelNameParts = {
  baseline: 'Baseline',
  blend: 'Blend',
  uploaded: 'Uploaded model',
  linear: 'Linear',
  piecewise: 'Piecewise linear',
  randomForest: 'Random forest',
  extraTrees: 'Extra trees',
  network: 'Neural network',
  networkOf: 'Neural network {layers}',
  neighbours: 'Nearest neighbours',
  neighboursOf: 'Nearest {number}',
  kernelRidge: 'Kernel ridge',
  plainNumbers: 'plain numbers',
  normalised: 'normalised',
  morePasses: 'more passes',
  strongShrinkage: 'strong shrinkage',
  columnWeights: 'column weights',
  wide: 'wide',
  largerLeaves: 'larger leaves',
  manyFeatures: 'many features',
  depth: 'depth {depth}',
  logTarget: 'log target',
  tuned: 'tuned {number}',
  rows: '{rows} rows',
} as const;
export type ModelNamePart = keyof typeof modelNameParts;
