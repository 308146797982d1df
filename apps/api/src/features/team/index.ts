export { holdTeam } from './hold.ts';
export { invitesFromMember } from './member-invites.repository.ts';
export { assertMayInvite, managesTeam } from './policy.ts';
export { memberRepository } from './repository.ts';
export { routes } from './routes.ts';
export { teamSettingsRepository } from './settings.repository.ts';
