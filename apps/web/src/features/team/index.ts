export { useInviteDeniedReason } from './can-invite.ts';
export { TeamOverview } from './components/team-overview.tsx';
export { JoinScreen } from './screens/join.tsx';
export { OptOutScreen } from './screens/opt-out.tsx';
