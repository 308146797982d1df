export { useModel, useModels } from './api.ts';
export { ScoreComparison } from './components/score-comparison.tsx';
export { modelTabs } from './routes.ts';
