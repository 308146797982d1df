export { useModel, useModels } from './api.ts';
export { ModelAgainstBaseline } from './components/report/model-against-baseline.tsx';
export { modelTabs } from './routes.ts';
