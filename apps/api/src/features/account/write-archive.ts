import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Services } from '../../platform/services.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { payloadMasks } from '../../predict/masking/payload-masks.ts';
import { recordRepository } from './personal-data.repository.ts';
import { personalData, writePersonalData } from './personal-data.ts';

const callsAtATime = 1_000;

/** Sanitises a file name, so that it stays within the folder on every system. */
const plainName = (name: string): string =>
  name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_') || '_';

async function* loggedCalls(
  { db }: Services,
  { id: apiId, workspaceId }: { id: string; workspaceId: string },
): AsyncGenerator<string> {
  const masks = await payloadMasks(db, workspaceId, apiId);
  const { callsAfter } = recordRepository(db);
  for (let last: Awaited<ReturnType<typeof callsAfter>>[number] | undefined; ; ) {
    const calls = await callsAfter(apiId, last, callsAtATime);
    for (const { maskedRequest, ...call } of calls) {
      const shown = {
        request: masks.request(maskedRequest ?? call.request),
        response: masks.response(call.response),
      };
      yield `${JSON.stringify({ ...call, ...shown })}\n`;
    }
    last = calls.at(-1);
    if (calls.length < callsAtATime) return;
  }
}

/** A ZIP at a local path. What fails on the way in or out ends it, and then nothing of it stays open. */
function openArchive(target: string) {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const written = pipeline(output, createWriteStream(target, { mode: 0o600 }));
  zip.on('error', (error: Error) => output.destroy(error));
  // It may fail before anybody waits for it.
  written.catch(() => {});
  const read = (stream: Readable): Readable => {
    written.catch(() => stream.destroy());
    return stream.on('error', (error) => zip.emit('error', error));
  };
  return {
    zip,
    add: (name: string, open: () => Promise<Readable>) =>
      zip.addReadStreamLazy(
        name,
        {},
        (done) =>
          void open().then(
            (stream) => done(null, read(stream)),
            (error) => done(error, Readable.from([])),
          ),
      ),
    finish: () => {
      zip.end();
      return written;
    },
    async abandon(error: unknown): Promise<void> {
      output.destroy(error as Error);
      await written.catch(() => {});
    },
  };
}

type Archive = ReturnType<typeof openArchive>;

async function addWorkspace(
  services: Services,
  { zip, add }: Archive,
  { slug, apis, datasets, models }: Awaited<ReturnType<typeof personalData>>['workspaces'][number],
): Promise<void> {
  const { db, storage } = services;
  const stored = async (name: string, key: string) => {
    if (await storage.exists(key)) add(name, () => storage.read(key));
  };
  for (const { id, filename, sha256 } of datasets)
    if (sha256) await stored(`${slug}/datasets/${id}/${plainName(filename)}`, objectKeys.upload(id, sha256));
  for (const { id, bundleHash } of models) {
    if (bundleHash) await stored(`${slug}/models/${id}/model.rowcast`, objectKeys.bundle(bundleHash));
    const report = await recordRepository(db).report(id);
    if (report) zip.addBuffer(Buffer.from(JSON.stringify(report)), `${slug}/models/${id}/report.json`);
  }
  for (const { id, workspaceId } of apis)
    add(`${slug}/apis/${id}/calls.jsonl`, async () =>
      Readable.from(loggedCalls(services, { id, workspaceId })),
    );
}

/** Streams everything of a person into a ZIP at a local path; gives its size. */
export async function writeArchive(services: Services, userId: string, target: string): Promise<number> {
  const { db } = services;
  const record = await personalData(db, userId);
  const archive = openArchive(target);
  try {
    archive.add('account.json', async () => Readable.from(writePersonalData(db, userId, record)));
    for (const workspace of record.workspaces) await addWorkspace(services, archive, workspace);
    await archive.finish();
  } catch (error) {
    await archive.abandon(error);
    throw error;
  }
  return (await stat(target)).size;
}
