import type { Executor } from '../../platform/database.ts';
import { settingsRepository } from '../settings/index.ts';
import { accountContentsRepository } from './contents.repository.ts';
import { recordRepository } from './record.repository.ts';

/** Everything that is recorded of a person and of the workspaces that are theirs alone. */
export async function accountRecord(db: Executor, userId: string) {
  const repository = recordRepository(db);
  const owned = await accountContentsRepository(db).ownWorkspaces(userId);
  const { preferences, notifications, security } = await settingsRepository(db).own(userId);
  const things = await repository.ofWorkspaces(owned.map(({ id }) => id));
  return {
    profile: await repository.person(userId),
    settings: { preferences, notifications, security },
    memberships: await repository.memberships(userId),
    sessions: await repository.sessions(userId),
    securityEvents: await repository.securityEvents(userId),
    notifications: await repository.notifications(userId),
    ownActions: await repository.ownActions(userId),
    workspaces: owned.map(({ id, slug, name }) => {
      const mine = <T extends { workspaceId: string }>(rows: T[]) =>
        rows.filter(({ workspaceId }) => workspaceId === id);
      return {
        id,
        slug,
        name,
        apis: mine(things.apis),
        datasets: mine(things.datasets),
        models: mine(things.models),
        keys: mine(things.keys),
        deployments: mine(things.deployments),
        testCases: mine(things.testCases),
      };
    }),
  };
}
