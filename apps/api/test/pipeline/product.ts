import { fileURLToPath } from 'node:url';
import { type DatasetDetail, isInTraining, type ModelDetail } from '@rowcast/contracts';
import { incomeTable } from '@rowcast/testkit/income-table';
import { bundleKeys, seedIncome, seedModel, type TrainedName } from '@rowcast/testkit/trained';
import { freePort } from '@rowcast/tooling/stack/network/ports';
import { type AppOptions, type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { type Program, startModelServer, startNode, startWorker } from './programs.ts';

export { incomeTable };

/** The api in this process and a model server in its own: all that predictions need. */
export interface Serving {
  app: TestApp;
  env: Record<string, string>;
  modelServer: Program;
  modelServerPort: number;
  close(): Promise<void>;
}

/** With the process that does what is due after a call, such as ending a rollout. */
export interface WithJobs extends Serving {
  jobs: Program;
}

/** With the one that reads tables and trains models. */
export interface Product extends WithJobs {
  worker: Program;
}

/** What another process of the same product is started with. */
export function environmentOf({ services: { config } }: TestApp): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: config.DATABASE_URL,
    REDIS_URL: config.REDIS_URL,
    STORAGE_URL: config.STORAGE_URL,
    MODEL_SERVER_URLS: config.MODEL_SERVER_URLS.join(','),
    JWT_SECRET: config.JWT_SECRET,
    ENCRYPTION_KEY: config.ENCRYPTION_KEY,
    CODE_PEPPER: config.CODE_PEPPER,
    MAIL_LOCAL: 'true',
  };
}

export async function startServing(options: Omit<AppOptions, 'env'> = {}): Promise<Serving> {
  const modelServerPort = await freePort();
  const app = await startApp({
    ownWorkers: true,
    ...options,
    env: { MODEL_SERVER_URLS: `http://127.0.0.1:${modelServerPort}` },
  });
  const env = { ...environmentOf(app), ...bundleKeys };
  const serving: Serving = {
    app,
    env,
    modelServer: await startModelServer(env, modelServerPort),
    modelServerPort,
    async close() {
      await serving.modelServer.kill();
      await app.close();
    },
  };
  return serving;
}

export async function startWithJobs(options: Omit<AppOptions, 'env'> = {}): Promise<WithJobs> {
  const serving = await startServing(options);
  const { close } = serving;
  const withJobs: WithJobs = Object.assign(serving, {
    jobs: await startNode('jobs.ts', serving.env),
    close: async () => {
      await withJobs.jobs.kill();
      await close();
    },
  });
  return withJobs;
}

/** The api in this process; jobs, worker and model server in their own, as they run in earnest. */
export async function startProduct(options: Omit<AppOptions, 'env'> = {}): Promise<Product> {
  const withJobs = await startWithJobs(options);
  const { close } = withJobs;
  const product: Product = Object.assign(withJobs, {
    worker: await startWorker(withJobs.env),
    close: async () => {
      await product.worker.kill();
      await close();
    },
  });
  return product;
}

/** Well below what a session may ask for. */
const pauseMs = 200;

export async function until<T>(check: () => Promise<T | null | undefined | false>, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const value = await check();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`not within ${seconds} s`);
}

/** What a person does, over HTTP. */
export function person({ request }: TestApp, { headers }: SignedIn) {
  const get = async (path: string) => (await request.get(`/api/v1${path}`).set(headers).expect(200)).body;
  const post = async (path: string, body: object, status: number) =>
    (await request.post(`/api/v1${path}`).set(headers).send(body).expect(status)).body;
  return {
    headers,
    get,
    post,
    createApi: async (name: string): Promise<string> => (await post('/apis', { name }, 201)).id,
    async upload(content: string | Buffer, filename = 'table.csv'): Promise<string> {
      const sent = request.post('/api/v1/datasets/upload').set(headers);
      return (await sent.attach('file', Buffer.from(content), filename).expect(201)).body.id;
    },
    /** The dataset once it has been read, whatever became of it. */
    dataset: (id: string): Promise<DatasetDetail> =>
      until(async () => {
        const dataset = await get(`/datasets/${id}`);
        return ['ready', 'error'].includes(dataset.status) && dataset;
      }),
    train: async (body: object): Promise<string> => (await post('/models', body, 201)).id,
    /** The model once its training has ended, however. */
    model: (id: string, seconds = 60): Promise<ModelDetail> =>
      until(async () => {
        const model = await get(`/models/${id}`);
        return !isInTraining(model.status) && model;
      }, seconds),
    createKey: async (apiId: string): Promise<{ id: string; key: string }> =>
      post(`/apis/${apiId}/keys`, { name: 'A key' }, 201),
  };
}
export type Person = ReturnType<typeof person>;

type Start<T extends Serving> = (options?: Omit<AppOptions, 'env'>) => Promise<T>;

/** An API without a limit that answers with a model of incomes, a key to it, and who made it. */
export async function startIncome<T extends Serving = Serving>({
  plan,
  start = startServing as Start<T>,
  ...options
}: Omit<AppOptions, 'env'> & {
  plan?: 'pro';
  start?: Start<T>;
} = {}) {
  const product = await start(options);
  const { app } = product;
  const user = await app.signIn();
  if (plan) await app.sql.query('update workspaces set plan = $2 where id = $1', [user.workspaceId, plan]);
  const anna = person(app, user);
  const apiId = await anna.createApi('Income');
  const objects = fileURLToPath(product.env.STORAGE_URL ?? '');
  const place = { db: app.sql, objects, workspaceId: user.workspaceId, apiId };
  const datasetId = await seedIncome(place);
  const seed = (trained: TrainedName) => seedModel(place, { datasetId, trained, startedBy: user.userId });
  const stable = await seed('boosted');
  await anna.post(`/models/${stable}/deploy`, {}, 200);
  const all = { name: 'All', scopes: ['predict', 'schema'] };
  const { key } = await anna.post(`/apis/${apiId}/keys`, all, 201);
  const settings = { rateLimitEnabled: false };
  await app.request.put(`/api/v1/apis/${apiId}`).set(anna.headers).send({ settings }).expect(200);
  return { product, user, anna, apiId, key, datasetId, stable, seed };
}
