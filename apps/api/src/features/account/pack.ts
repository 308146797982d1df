import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { objectKeys } from '../../platform/object-keys.ts';
import type { Services } from '../../platform/services.ts';
import { recordRepository } from './record.repository.ts';
import { accountRecord, writeRecord } from './record.ts';

const callsAtATime = 1_000;

/** A name from a customer's computer, as one that means a file of this folder everywhere. */
const plainName = (name: string): string =>
  name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_') || '_';

async function* loggedCalls({ db }: Services, apiId: string): AsyncGenerator<string> {
  const { callsAfter } = recordRepository(db);
  for (let last: Awaited<ReturnType<typeof callsAfter>>[number] | undefined; ; ) {
    const calls = await callsAfter(apiId, last, callsAtATime);
    for (const call of calls) yield `${JSON.stringify(call)}\n`;
    last = calls.at(-1);
    if (calls.length < callsAtATime) return;
  }
}

/** Streams everything of a person into a ZIP at a local path; gives its size. */
export async function packAccount(services: Services, userId: string, target: string): Promise<number> {
  const { db, storage } = services;
  const record = await accountRecord(db, userId);
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream as Readable, createWriteStream(target, { mode: 0o600 }));
  const broken = new Promise<never>((_, reject) => zip.on('error', reject));
  const later = (name: string, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(
      name,
      {},
      (done) =>
        void open().then(
          (stream) => done(null, stream),
          (error) => done(error, Readable.from([])),
        ),
    );
  const stored = async (name: string, key: string) => {
    if (await storage.exists(key)) later(name, () => storage.read(key));
  };
  later('account.json', async () => Readable.from(writeRecord(db, userId, record)));
  for (const { slug, apis, datasets, models } of record.workspaces) {
    for (const { id, filename, sha256 } of datasets)
      if (sha256)
        await stored(`${slug}/datasets/${id}/${plainName(filename)}`, objectKeys.upload(id, sha256));
    for (const { id, bundleHash } of models) {
      if (bundleHash) await stored(`${slug}/models/${id}/model.rowcast`, objectKeys.bundle(bundleHash));
      const report = await recordRepository(db).report(id);
      if (report) zip.addBuffer(Buffer.from(JSON.stringify(report)), `${slug}/models/${id}/report.json`);
    }
    for (const { id } of apis)
      later(`${slug}/apis/${id}/calls.jsonl`, async () => Readable.from(loggedCalls(services, id)));
  }
  zip.end();
  await Promise.race([written, broken]);
  return (await stat(target)).size;
}
