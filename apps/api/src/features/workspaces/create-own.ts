import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { type NewWorkspace, workspaceRepository } from './repository.ts';
import { usernameCandidates } from './slug.ts';

interface Person {
  id: string;
  name: string;
  email: string;
}

/** Gives a person a workspace that they own, at the first address that is free. */
export async function createOwnWorkspace(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  db: Executor,
  { id: userId, name, email }: Person,
): Promise<NewWorkspace> {
  const repository = workspaceRepository(db);
  const id = newId('workspace');
  for (const slug of usernameCandidates(name, email)) {
    const workspace = { id, slug, name, plan: config.DEFAULT_PLAN, createdAt: clock.now() };
    if (!(await repository.claim(workspace, userId))) continue;
    await repository.addOwner(workspace, userId);
    return workspace;
  }
  throw new Error('there is always another address to try');
}

/** Creates a workspace for a user who has lost their last one. */
export async function ensureWorkspace(
  services: Pick<Services, 'config' | 'clock'>,
  db: Executor,
  person: Person,
): Promise<void> {
  const repository = workspaceRepository(db);
  await repository.holdPerson(person.id);
  if (!(await repository.hasAny(person.id))) await createOwnWorkspace(services, db, person);
}
