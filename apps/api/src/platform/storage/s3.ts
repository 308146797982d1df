import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { RawStorage } from './interface.ts';
import { checkKey } from './key.ts';
import { openStaging } from './staging.ts';

/** A missing object has a code of its own, unless the store answers without a body. */
const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey ||
  error instanceof NotFound ||
  (error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === 404 &&
    error.name !== 'NoSuchBucket');

/** Credentials, region and endpoint come from the AWS environment variables. */
export function s3Storage(url: URL): RawStorage {
  const client = new S3Client({});
  const Bucket = url.hostname;
  const base = url.pathname.replace(/^\/|\/$/g, '');
  const locate = (key: string) => (base ? `${base}/${checkKey(key)}` : checkKey(key));
  return {
    stagingFolder: openStaging(),
    async adopt(key, localPath) {
      await new Upload({
        client,
        params: { Bucket, Key: locate(key), Body: createReadStream(localPath) },
      }).done();
      await rm(localPath, { force: true });
    },
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end - 1}`;
      const object = await client.send(new GetObjectCommand({ Bucket, Key: locate(key), Range }));
      if (!(object.Body instanceof Readable)) throw new Error(`object ${key} has no body`);
      return object.Body;
    },
    async find(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: locate(key) }));
        return (await Body?.transformToString()) ?? '';
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async sizeOf(key) {
      const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key: locate(key) }));
      return ContentLength ?? 0;
    },
    async exists(key) {
      try {
        await client.send(new HeadObjectCommand({ Bucket, Key: locate(key) }));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: locate(prefix) })) {
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified)
            yield { key: base ? Key.slice(base.length + 1) : Key, modifiedAt: LastModified };
      }
    },
    async removePrefix(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: locate(prefix) })) {
        const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }));
        if (Objects.length === 0) continue;
        const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
        // The call as a whole still returns 200.
        if (Errors?.length) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]?.Code}`);
      }
    },
  };
}
