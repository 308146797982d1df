import type { Executor } from '../../platform/db/database.ts';
import { settingsRepository } from '../settings/index.ts';
import { accountContentsRepository } from './contents.repository.ts';
import { recordRepository } from './personal-data.repository.ts';

/** Personal data of a user and of the workspaces that they own, without their unbounded actions. */
export async function personalData(db: Executor, userId: string) {
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

const actionsAtATime = 1_000;

/** The record as JSON, with the person's actions read piece by piece: however many they are, few are held at once. */
export async function* writePersonalData(
  db: Executor,
  userId: string,
  record: Awaited<ReturnType<typeof personalData>>,
): AsyncGenerator<string> {
  const { actionsAfter } = recordRepository(db);
  yield JSON.stringify(record, null, 2).replace(/\n}$/, ',\n  "ownActions": [');
  for (let last: Awaited<ReturnType<typeof actionsAfter>>[number] | undefined; ; ) {
    const actions = await actionsAfter(userId, last, actionsAtATime);
    if (actions.length > 0)
      yield `${last ? ',' : ''}\n    ${actions.map((action) => JSON.stringify(action)).join(',\n    ')}`;
    last = actions.at(-1);
    if (actions.length < actionsAtATime) break;
  }
  yield '\n  ]\n}\n';
}
