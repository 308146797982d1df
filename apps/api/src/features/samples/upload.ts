import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { sampleRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { writeHashed } from '../../platform/storage/write-hashed.ts';
import { uploadDataset } from '../datasets/index.ts';
import { csvOf, rowsOf, sampleTables } from './tables/samples.ts';

/** The table takes the way of an uploaded file. */
export async function uploadSample(ctx: SessionContext, { params }: Input<typeof sampleRoutes.upload>) {
  const { name } = params;
  const { title, description } = sampleTables[name];
  const staged = path.join(ctx.storage.stagingFolder, newId('request'));
  try {
    const written = await writeHashed(Readable.from([Buffer.from(csvOf(rowsOf(name)))]), staged);
    const file = { ...written, path: staged, filename: `${name}.csv` };
    const body = { name: title, description, type: 'csv' } as const;
    return await uploadDataset(ctx, { body, file });
  } finally {
    await rm(staged, { force: true });
  }
}
