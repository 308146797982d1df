export { useDeployments, useRelease } from './api.ts';
export { DeployButton } from './components/deploy-button.tsx';
export { DeploymentsTable } from './components/deployments-table.tsx';
export { NotDeployed } from './components/not-deployed.tsx';
export { ReleaseNotes } from './components/release-notes.tsx';
export { RollBackButton } from './components/roll-back-button.tsx';
export { liveDeployment, previousDeployment } from './previous.ts';
export { releaseKind } from './release-kind.ts';
