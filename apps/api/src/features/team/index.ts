export { endInvitesOf } from './end-invites.ts';
export { lockTeam } from './lock-team.ts';
export { assertMayInvite, managesTeam } from './policy.ts';
export { memberRepository } from './repository.ts';
export { routes } from './routes.ts';
export { teamSettingsRepository } from './settings.repository.ts';
