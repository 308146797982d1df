import type { DatasetDetail, ModelDetail } from '@rowcast/contracts';
import { incomeTable } from '@rowcast/testkit/income-table';
import { boosted } from '@rowcast/testkit/trainings';
import { freePort } from '@rowcast/tooling/stack/ports';
import { type AppOptions, type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { bundleKeys, type Program, startModelServer, startNode, startWorker } from './programs.ts';

export { incomeTable };

export interface Product {
  app: TestApp;
  env: Record<string, string>;
  worker: Program;
  jobs: Program;
  modelServer: Program;
  modelServerPort: number;
  close(): Promise<void>;
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

/** The api in this process; jobs, worker and model server in their own, as they run in earnest. */
export async function startProduct(options: Omit<AppOptions, 'env'> = {}): Promise<Product> {
  const modelServerPort = await freePort();
  const app = await startApp({
    ...options,
    env: { MODEL_SERVER_URLS: `http://127.0.0.1:${modelServerPort}` },
  });
  const env = { ...environmentOf(app), ...bundleKeys() };
  const [worker, jobs, modelServer] = await Promise.all([
    startWorker(env),
    startNode('jobs.ts', env),
    startModelServer(env, modelServerPort),
  ]);
  const product: Product = {
    app,
    env,
    worker,
    jobs,
    modelServer,
    modelServerPort,
    async close() {
      await Promise.all([product.worker.kill(), product.jobs.kill(), product.modelServer.kill()]);
      await app.close();
    },
  };
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
        return model.status !== 'training' && model;
      }, seconds),
    createKey: async (apiId: string): Promise<{ id: string; key: string }> =>
      post(`/apis/${apiId}/keys`, { name: 'A key' }, 201),
  };
}
export type Person = ReturnType<typeof person>;

/** An API without a limit that answers with a model of incomes, and a key to it. */
async function incomeApi(anna: Person, { request }: TestApp): Promise<{ apiId: string; key: string }> {
  const apiId = await anna.createApi('Income');
  const datasetId = await anna.upload(incomeTable());
  await anna.dataset(datasetId);
  const model = await anna.train({ apiId, datasetId, targetColumn: 'income', seed: 1, ...boosted });
  await anna.model(model, 120);
  await anna.post(`/models/${model}/deploy`, {}, 200);
  const all = { name: 'All', scopes: ['predict', 'schema'] };
  const { key } = await anna.post(`/apis/${apiId}/keys`, all, 201);
  const settings = { rateLimitEnabled: false };
  await request.put(`/api/v1/apis/${apiId}`).set(anna.headers).send({ settings }).expect(200);
  return { apiId, key };
}

/** The product with such an API, and who made it, in a workspace on the usual plan or on another. */
export async function startIncome(plan?: 'pro', options: Parameters<typeof startProduct>[0] = {}) {
  const product = await startProduct(options);
  const { app } = product;
  const user = await app.signIn();
  if (plan) await app.sql.query('update workspaces set plan = $2 where id = $1', [user.workspaceId, plan]);
  const anna = person(app, user);
  return { product, user, anna, ...(await incomeApi(anna, app)) };
}
