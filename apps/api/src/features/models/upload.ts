import { open } from 'node:fs/promises';
import { type modelRoutes, RowcastError, trainingDefaults } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input, UploadedFile } from '../../platform/route.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { getModel } from './get.ts';
import { startTraining } from './training/start-training.ts';

/** Checking and scoring take seconds; this is the most they may take. */
const checkingSeconds = 120;
/** A file of ONNX begins with the field of its version, which is a small number. */
const versionField = 0x08;
const newestVersion = 32;

async function refuseOtherFiles({ path }: UploadedFile): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const [field, version = 0] = buffer;
    if (bytesRead === 8 && field === versionField && version > 0 && version <= newestVersion) return;
  } finally {
    await file.close();
  }
  throw new RowcastError('ONNX_INVALID', {
    fields: [{ field: 'file', message: 'This is not an ONNX file.' }],
  });
}

/** What is in the file is looked at by a worker, in a process that may do little. */
export async function uploadModel(ctx: SessionContext, { body, file }: Input<typeof modelRoutes.upload>) {
  await refuseOtherFiles(file);
  const { apiId, datasetId, name, ...scored } = body;
  const { filename, sha256, sizeBytes } = file;
  await ctx.storage.adopt(objectKeys.onnx(sha256), file.path, file.checksums);
  const { epochs, learningRate } = trainingDefaults;
  const config = {
    ...{ ...scored, epochs, learningRate, timeBudgetSeconds: checkingSeconds, excludedColumns: [] },
    modelType: 'custom' as const,
    onnx: { filename, sha256, sizeBytes },
  };
  const id = await startTraining(ctx, { apiId, datasetId, name, configFor: () => config });
  return getModel(ctx, { params: { id } });
}
