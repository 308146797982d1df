import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type {
  Api,
  DatasetDetail,
  DatasetPreview,
  LintFinding,
  ModelDetail,
  PredictionResponse,
  TableLint,
} from '@rowcast/contracts';
import type { Client } from './client.ts';
import { receivedCode } from './code.ts';
import { searchStatus } from './findings.ts';
import { firstRow } from './first-row.ts';
import type { Table } from './table.ts';
import { linted, settled } from './waiting.ts';

export type Step = { step: string; seconds: number; result: string };

export type Walk = {
  email: string;
  apiId: string;
  model: ModelDetail;
  predictUrl: string;
  row: Record<string, unknown>;
  expected: unknown;
  answer: PredictionResponse;
  findings: LintFinding[];
  steps: Step[];
};

export type WalkOptions = {
  table: Table;
  budgetSeconds: number;
  codeCommand?: string | undefined;
  /** Called as each step ends, and with what a running step has to tell. */
  done(step: Step): void;
  progress(text: string): void;
  found(findings: LintFinding[]): void;
};

/** From an address of its own to a prediction, as a person would go. */
export async function walk(client: Client, options: WalkOptions): Promise<Walk> {
  const steps: Step[] = [];
  const step = async <T>(name: string, work: () => Promise<T>, result: (value: T) => string): Promise<T> => {
    const since = Date.now();
    const value = await work();
    const finished = { step: name, seconds: (Date.now() - since) / 1000, result: result(value) };
    steps.push(finished);
    options.done(finished);
    return value;
  };
  const { table } = options;
  const email = `demo-${randomBytes(5).toString('hex')}@example.com`;
  const person = { name: 'Demo', email, phoneNumber: '+14155550100' };
  await step(
    'sign up',
    () => client.json('POST', '/api/v1/auth/signup', { body: person }),
    () => email,
  );
  const otp = await step(
    'read the code',
    () => receivedCode(client, email, options.codeCommand),
    () => 'six digits',
  );
  const { token } = await step(
    'verify',
    () => client.json<{ token: string }>('POST', '/api/v1/auth/verify-otp', { body: { email, otp } }),
    () => 'signed in',
  );
  const post = <T>(path: string, body: unknown = {}) =>
    client.json<T>('POST', `/api/v1${path}`, { body, token });
  const get = <T>(path: string) => client.json<T>('GET', `/api/v1${path}`, { token });

  const name = `Demo ${basename(table.file).replace(/\..*$/, '')}`;
  const api = await step(
    'create an API',
    () => post<Api>('/apis', { name, type: 'prediction' }),
    ({ id }) => id,
  );
  const uploaded = await step(
    'upload the table',
    async () =>
      client.form<DatasetDetail>('/api/v1/datasets/upload', await formOf(table.file, api.id), token),
    ({ sizeBytes }) => `${(sizeBytes / 1e6).toFixed(2)} MB`,
  );
  const dataset = await step(
    'read and profile it',
    () =>
      settled(
        () => get<DatasetDetail>(`/datasets/${uploaded.id}`),
        ({ status }) => status === 'ready',
        options.progress,
      ),
    ({ rows, columns }) => `${rows} rows, ${columns} columns`,
  );
  const lint = await step(
    'look for problems',
    () =>
      linted(() =>
        get<TableLint>(`/datasets/${dataset.id}/lint?${new URLSearchParams({ target: table.target })}`),
      ),
    searchStatus,
  );
  const findings = [...(dataset.profile?.findings ?? []), ...(lint.report?.findings ?? [])];
  options.found(findings);
  const training = {
    apiId: api.id,
    datasetId: dataset.id,
    targetColumn: table.target,
    timeBudgetSeconds: options.budgetSeconds,
  };
  const model = await step(
    'train',
    async () => {
      const { id } = await post<ModelDetail>('/models', training);
      return settled(
        () => get<ModelDetail>(`/models/${id}`),
        ({ status }) => status === 'ready',
        options.progress,
      );
    },
    ({ metric, score, baselineScore }) => `${metric} ${figure(score)} (baseline ${figure(baselineScore)})`,
  );
  await step(
    'deploy',
    () => post(`/apis/${api.id}/deploy`, { modelId: model.id }),
    () => `version ${model.version} is live`,
  );
  const { key } = await step(
    'make a key',
    () => post<{ key: string }>(`/apis/${api.id}/keys`, { name: 'Demo key' }),
    (made) => `${made.key.slice(0, 12)}...`,
  );
  const preview = await get<DatasetPreview>(`/datasets/${dataset.id}/preview`);
  const { row, expected } = firstRow(preview, dataset.profile, table.target);
  const path = `/api/v1/predict/${api.id}`;
  const answer = await step(
    'predict one row',
    () => client.json<PredictionResponse>('POST', path, { body: { instances: [row] }, token: key }),
    ({ predictions }) => `${predictions[0]?.prediction} (the table says ${expected})`,
  );
  return {
    email,
    apiId: api.id,
    model,
    predictUrl: `${client.address}${path}`,
    row,
    expected,
    answer,
    findings,
    steps,
  };
}

const figure = (score: number | null) => score?.toPrecision(4) ?? 'unknown';

async function formOf(file: string, apiId: string): Promise<FormData> {
  const form = new FormData();
  form.set('apiId', apiId);
  form.set('name', basename(file));
  form.set('file', await openAsBlob(file), basename(file));
  return form;
}
