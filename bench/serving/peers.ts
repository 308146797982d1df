import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@rowcast/tooling/stack/network/ports';
import { automlPython } from '@rowcast/tooling/stack/paths';
import { environmentOf, type PeerName, peersFolder } from './environments.ts';
import type { Launch } from './server-under-test.ts';
import { type Row, run, type Table } from './table.ts';

const json = { 'content-type': 'application/json' };
const instances = (rows: Row[]) => JSON.stringify({ instances: rows });
const at = (port: number, path: string) => ({ origin: `http://127.0.0.1:${port}`, path, headers: json });
const script = (name: string) => join(peersFolder, name);

/** The floor: the same graph in one bare process. */
export async function floor(): Promise<Launch> {
  const port = await freePort();
  return {
    name: 'bare process',
    command: automlPython,
    args: [script('floor_server.py'), `${port}`],
    target: at(port, '/predict'),
    body: instances,
    shares: (answer) => (answer as { predictions: number[] }).predictions,
  };
}

export const peers: Record<PeerName, (table: Table) => Promise<Launch>> = {
  async fastapi() {
    const port = await freePort();
    return {
      name: 'fastapi',
      command: join(environmentOf('fastapi'), 'python'),
      args: [script('fastapi_server.py'), `${port}`],
      target: at(port, '/predict'),
      body: instances,
      shares: (answer) => (answer as { predictions: number[] }).predictions,
    };
  },

  async mlflow({ folder }) {
    const [bin, port] = [environmentOf('mlflow'), await freePort()];
    const model = join(folder, 'mlflow-model');
    const env = { PATH: `${bin}:${process.env.PATH}`, MLFLOW_DISABLE_TELEMETRY: 'true' };
    const settings = { env: { ...process.env, ...env, BENCH_FOLDER: folder } };
    await run(join(bin, 'python'), [script('mlflow_model.py'), model], settings);
    const place = ['--env-manager', 'local', '--host', '127.0.0.1', '--port', `${port}`];
    return {
      name: 'mlflow',
      command: join(bin, 'mlflow'),
      args: ['models', 'serve', '--model-uri', model, ...place],
      env,
      target: at(port, '/invocations'),
      body: (rows) => JSON.stringify({ dataframe_records: rows }),
      shares: (answer) => (answer as { predictions: number[][] }).predictions.map(([, share]) => share ?? 0),
    };
  },

  async bentoml({ folder }) {
    const [bin, port] = [environmentOf('bentoml'), await freePort()];
    const place = ['--host', '127.0.0.1', '--port', `${port}`];
    return {
      name: 'bentoml',
      command: join(bin, 'bentoml'),
      args: ['serve', 'bentoml_service:Trees', ...place],
      cwd: peersFolder,
      env: {
        BENTOML_DO_NOT_TRACK: 'True',
        BENTOML_HOME: join(folder, 'bentoml'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
      target: at(port, '/predict'),
      body: instances,
      shares: (answer) => answer as number[],
    };
  },

  async mlserver({ folder }) {
    const [bin, http, grpc, metrics] = [
      environmentOf('mlserver'),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const home = join(folder, 'mlserver');
    mkdirSync(home, { recursive: true });
    const settings = { host: '127.0.0.1', http_port: http, grpc_port: grpc, metrics_port: metrics };
    writeFileSync(
      join(home, 'settings.json'),
      JSON.stringify({ ...settings, parallel_workers: 0, debug: false }),
    );
    const parameters = { uri: join(folder, 'pipeline.joblib') };
    const model = { name: 'trees', implementation: 'mlserver_sklearn.SKLearnModel', parameters };
    writeFileSync(join(home, 'model-settings.json'), JSON.stringify(model));
    return {
      name: 'mlserver',
      command: join(bin, 'mlserver'),
      args: ['start', home],
      target: at(http, '/v2/models/trees/infer'),
      body: (rows) => JSON.stringify(openInference(rows)),
      shares: (answer) => {
        const [output] = (answer as { outputs: { data: number[] }[] }).outputs;
        return (output?.data ?? []).filter((_, place) => place % 2 === 1);
      },
    };
  },
};

/** Rows as the Open Inference Protocol wants them: a tensor for each column. */
function openInference(rows: Row[]) {
  const inputs = Object.keys(rows[0] ?? {}).map((name) => {
    const data = rows.map((row) => row[name]);
    const isText = typeof data[0] === 'string';
    const type = isText ? { datatype: 'BYTES', parameters: { content_type: 'str' } } : { datatype: 'FP64' };
    return { name, shape: [rows.length, 1], ...type, data };
  });
  return { parameters: { content_type: 'pd' }, inputs, outputs: [{ name: 'predict_proba' }] };
}
