import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../src/stack/paths.ts';

interface Service {
  environment?: Record<string, unknown>;
  volumes?: string[];
}

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const servicesOf = (name: string): Record<string, Service> => parse(read(name), { merge: true }).services;
const product = servicesOf('docker-compose.yml');
const withS3 = servicesOf('docker-compose.s3.yml');

/** Those that have the setting put in somewhere, or handed on by its name alone. */
const receivers = (services: Record<string, Service>, setting: string) =>
  Object.entries(services)
    .filter(
      ([, service]) =>
        service.environment?.[setting] === null ||
        new RegExp(`\\$\\{${setting}\\b`).test(JSON.stringify(service)),
    )
    .map(([name]) => name)
    .toSorted();

const node = ['api', 'jobs'];
const python = ['model-server', 'worker'];
const all = [...node, ...python];

const reaches: Record<string, readonly string[]> = {
  ...{ PORT: ['api'], BIND_ADDRESS: ['api'] },
  ...{ PUBLIC_URL: node, SUPPORT_EMAIL: node, TRUST_PROXY: node, LOG_LEVEL: all, STORAGE_URL: all },
  ...{ DATABASE_URL: ['secrets'], REDIS_URL: ['secrets'] },
  ...{ POSTGRES_PASSWORD: ['secrets'], REDIS_PASSWORD: ['secrets'] },
  ...{ JWT_SECRET: ['secrets'], ENCRYPTION_KEY: ['secrets'], CODE_PEPPER: ['secrets'] },
  ...{ BUNDLE_SIGNING_KEY: ['secrets'], BUNDLE_PUBLIC_KEY: ['secrets'] },
  ...{ SMTP_URL: node, MAIL_FROM: node, MAIL_TERMINAL: node },
  ...{ VAPID_PUBLIC_KEY: node, VAPID_PRIVATE_KEY: node, VAPID_SUBJECT: node, PUSH_HOSTS: node },
  ...{ MAX_UPLOAD_MB: node, PRIVATE_HOSTS: node, DEFAULT_PLAN: node, MODEL_SERVER_URLS: node },
  ...{ DATABASE_TIMEOUT_SECONDS: node, MAX_SESSIONS: node, METRICS_TOKEN: node },
  ...{ NEW_WORKSPACE_HOURS: node, SESSION_MAX_DAYS: node },
  ...{ URL_IMPORT_MIN_KB_PER_SECOND: node, WORKSPACE_RUNNING_JOBS: node, WORKSPACE_TRAINING_HOURS: node },
  ...{ LIGHT_MODELS_MB: node, MODEL_IDLE_SECONDS: [...node, 'model-server'] },
  ...{ WORKER_CONCURRENCY: ['worker'], WORKER_MEMORY_MB: ['worker'], WORKER_CONTAINER_MEMORY: ['worker'] },
  ...{ TRAIN_THREADS: ['worker'], COMPUTE_URL: ['worker'], PYTHON_LOCK: ['worker'] },
  ...{ MODEL_SERVER_PROCESSES: ['model-server'], MODEL_SERVER_QUIET_SECONDS: ['model-server'] },
  ...{ MODEL_MEMORY_MB: ['model-server'], MODEL_SERVER_MEMORY_MB: ['model-server'], SCRATCH_MB: ['worker'] },
  MODEL_SERVER_CONTAINER_MEMORY: ['model-server'],
};
/** The images and the compose file say these themselves, they are of "npm start" alone, or Compose reads them. */
const elsewhere = [
  ...['HOST', 'NODE_ENV', 'MODEL_SERVER_HOST', 'MODEL_SERVER_PORT'],
  ...['LOG_PRETTY', 'ROWCAST_DATA', 'POSTGRES_PORT', 'VALKEY_PORT', 'COMPOSE_FILE'],
];

const settings = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
const ofS3 = settings.filter((name) => name.startsWith('AWS_'));

/** The files that a file imports by their place, and those that they import. */
function importedBy(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, path = ''] of read(file).matchAll(/from '(\.[^']+)'/g))
    importedBy(join(dirname(file), path), known);
  return known;
}

test('what runs in a container alone finds there all that it imports', () => {
  const letIn = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
  const files = globSync('tooling/src/containers/*.ts', { cwd: root }).flatMap((file) => [
    ...importedBy(file),
  ]);
  expect(files).toContain('tooling/src/stack/secrets.ts');
  expect(files.filter((file) => !letIn.some((path) => `${file}/`.startsWith(`${path}/`)))).toEqual([]);
});

test('every setting of .env has its place', () => {
  expect(settings.toSorted()).toEqual([...Object.keys(reaches), ...elsewhere, ...ofS3].toSorted());
});

test.each(settings)('%s of .env reaches the containers that read it, and no other', (name) => {
  expect(receivers(product, name)).toEqual((reaches[name] ?? []).toSorted());
});

test.each(ofS3)('%s is available to operators who store objects in S3', (name) => {
  expect(receivers(withS3, name)).toEqual(all.toSorted());
});

test.each([...node, 'worker'])('%s has a disk for files that are too large for memory', (name) => {
  const places = (product[name]?.volumes ?? []).map((volume) => volume.split(':').at(-1));
  expect(places).toContain('/var/lib/rowcast/tmp');
  for (const image of ['node', 'python']) {
    expect(read(`docker/${image}.Dockerfile`)).toMatch(/TMPDIR=\/var\/lib\/rowcast\/tmp\b/);
  }
});
