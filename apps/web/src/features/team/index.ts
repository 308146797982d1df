export { TeamOverview } from './components/team-overview.tsx';
export { useMayNotInvite } from './may-invite.ts';
export { JoinScreen } from './screens/join.tsx';
