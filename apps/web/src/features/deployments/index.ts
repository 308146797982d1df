export { useDeployments } from './api.ts';
export { DeployButton } from './components/deploy-button.tsx';
export { ChangesOf } from './components/deploy-changes.tsx';
export { DeploymentsTable } from './components/deployments-table.tsx';
export { RollBackButton } from './components/roll-back-button.tsx';
export { liveDeployment, previousDeployment } from './previous.ts';
