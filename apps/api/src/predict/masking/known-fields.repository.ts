import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { apis, datasets, models } from '../../db/schema/catalogue.ts';
import type { Executor } from '../../platform/db/database.ts';

/** Of one API, newest first. */
const maxTables = 5;

/** The profiles of an API's newest training tables, and the fields that its settings show or mask. */
export async function knownFields(db: Executor, workspaceId: string, apiId: string) {
  const [api] = await db
    .select({ settings: apis.settings })
    .from(apis)
    .where(and(eq(apis.workspaceId, workspaceId), eq(apis.id, apiId)));
  const tables = await db
    .selectDistinctOn([datasets.id], { profile: datasets.profile })
    .from(models)
    .innerJoin(datasets, eq(datasets.id, models.datasetId))
    .where(and(eq(models.workspaceId, workspaceId), eq(models.apiId, apiId), isNotNull(datasets.profile)))
    .orderBy(desc(datasets.id))
    .limit(maxTables);
  return { chosen: api?.settings.logFields, profiles: tables.flatMap(({ profile }) => profile ?? []) };
}
