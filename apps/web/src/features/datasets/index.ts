export { useDataset, useDatasets, useLint } from './api.ts';
export { useDatasetChoice } from './choice.ts';
export { ColumnTypeLabel } from './components/column-type.tsx';
export { FileDrop } from './components/file-drop.tsx';
export { Findings } from './components/findings.tsx';
export { StepLabel } from './components/step-label.tsx';
export { TargetLint } from './components/target-lint.tsx';
export { taskSentence } from './finding-text.ts';
export { datasetTabs } from './routes.ts';
