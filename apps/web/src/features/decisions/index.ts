export { DecisionSummary } from './components/decision-summary.tsx';
