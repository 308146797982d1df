import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../../..');
export const toolchain = join(root, '.toolchain');
export const automl = join(root, 'services/automl');
export const automlPython = join(automl, '.venv/bin/python');
export const webDist = join(root, 'apps/web/dist');

export type DataFolder = {
  folder: string;
  postgres: string;
  valkey: string;
  objects: string;
  secrets: string;
  logs: string;
  tmp: string;
  runFile: string;
};

export function dataFolder(given = process.env.ROWCAST_DATA): DataFolder {
  const folder = given ? resolve(given.replace(/^~(?=\/|$)/, homedir())) : join(root, 'data');
  return {
    folder,
    postgres: join(folder, 'postgres'),
    valkey: join(folder, 'valkey'),
    objects: join(folder, 'objects'),
    secrets: join(folder, 'secrets'),
    logs: join(folder, 'logs'),
    tmp: join(folder, 'tmp'),
    runFile: join(folder, 'run.json'),
  };
}
