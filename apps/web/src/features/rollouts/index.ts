export { RolloutSummary } from './components/rollout-summary.tsx';
export { rolloutTabs } from './routes.ts';
