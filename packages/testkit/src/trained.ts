import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IngestResult, TrainingConfig, TrainResult } from '@rowcast/contracts';
import { automl, automlPython } from '@rowcast/tooling/stack/paths';
import { insertRow, nextMoment, type Queryable, randomId } from './factories/row.ts';

/** What the shared bundles are signed with: bytes 0 to 31, of tests alone. */
export const bundleKeys = {
  BUNDLE_SIGNING_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  BUNDLE_PUBLIC_KEY: 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=',
};

/**
 * Models of the income table. `boosted` and `forest` predict the income from all columns, `narrow` without "hours" and
 * `weak` from "city" alone; `city` predicts one of three classes without "hours", and `hours` a number.
 */
export type TrainedName = 'boosted' | 'forest' | 'narrow' | 'weak' | 'city' | 'hours';

/** Models of the table of houses, each of which reads all columns but the other two targets. */
export type HouseModelName =
  | 'soldBoosted'
  | 'gradeBoosted'
  | 'gradeForest'
  | 'priceBoosted'
  | 'priceLinear'
  | 'soldLinear'
  | 'soldNetwork'
  | 'priceAgain'
  | 'soldFormer'
  | 'soldLater';

type Ready<T> = Extract<T, { outcome: 'ready' }>;
type Table<Name extends string> = {
  dataset: { id: string; filename: string; sizeBytes: number; sha256: string; result: Ready<IngestResult> };
  models: Record<Name, { config: TrainingConfig; result: Ready<TrainResult> }>;
};
type Tables = { income: Table<TrainedName>; houses: Table<HouseModelName> };

let built: (Tables & { objects: string }) | undefined;

/** The engine's own work, done once for all tests of the same engine. */
function trained() {
  if (built) return built;
  const folder = execFileSync(automlPython, ['-m', 'tests.bundles'], {
    cwd: automl,
    encoding: 'utf8',
  }).trim();
  const table = <Name extends keyof Tables>(name: Name): Tables[Name] =>
    JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  built = { objects: join(folder, 'objects'), income: table('income'), houses: table('houses') };
  return built;
}

export type Place = { db: Queryable; objects: string; workspaceId: string; apiId: string };

/** The income table as a dataset that was uploaded and read. Returns its id. */
export const seedIncome = (place: Place): Promise<string> => seedTable(place, 'income');

/** The same of the table of houses. */
export const seedHouses = (place: Place): Promise<string> => seedTable(place, 'houses');

async function seedTable({ db, objects, workspaceId, apiId }: Place, name: keyof Tables): Promise<string> {
  const { objects: from, [name]: table } = trained();
  const { id: source, filename, sizeBytes, sha256, result } = table.dataset;
  const id = randomId('dataset');
  for (const kind of ['datasets', 'uploads'])
    cpSync(join(from, kind, source), join(objects, kind, id), { recursive: true });
  await insertRow(db, 'datasets', {
    id,
    workspace_id: workspaceId,
    api_id: apiId,
    name: filename,
    type: 'csv',
    filename,
    status: 'ready',
    size_bytes: sizeBytes,
    sha256,
    rows: result.profile.rows,
    columns: result.profile.columns.length,
    profile: result.profile,
    preview: result.preview,
    uploaded_at: nextMoment(),
    ready_at: nextMoment(),
  });
  return id;
}

/** A model of that dataset whose training has ended, as the next version of its API. Returns its id. */
export async function seedModel(
  { db, objects, workspaceId, apiId }: Place,
  given: { datasetId: string; trained: TrainedName | HouseModelName; startedBy?: string },
): Promise<string> {
  const { objects: from, income, houses } = trained();
  const { config, result } = { ...income.models, ...houses.models }[given.trained];
  const bundle = join(objects, result.bundleKey);
  mkdirSync(dirname(bundle), { recursive: true });
  cpSync(join(from, result.bundleKey), bundle);
  const { rows } = await db.query(
    'update apis set last_version = last_version + 1 where id = $1 returning name, last_version as version',
    [apiId],
  );
  const id = randomId('model');
  await insertRow(db, 'models', {
    id,
    workspace_id: workspaceId,
    api_id: apiId,
    dataset_id: given.datasetId,
    name: rows[0].name,
    version: rows[0].version,
    status: 'ready',
    config,
    started_by: given.startedBy ?? null,
    report: result.report,
    score: result.report.score.value,
    accuracy: result.accuracy,
    metrics: result.metrics,
    bundle_hash: result.bundleHash,
    bundle_bytes: result.bundleBytes,
    created_at: nextMoment(),
    finished_at: nextMoment(),
  });
  return id;
}
