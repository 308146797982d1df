import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { FileAnswer } from '../../platform/route.ts';

const maxListeners = 20;

const isGone = (error: NodeJS.ErrnoException) => error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** The first piece is asked for before anything is sent, so that what fails at once is still an error's answer. */
export async function sendFile(res: Response, file: FileAnswer): Promise<void> {
  const { mediaType, filename, content, immutable } = file;
  if (filename) res.attachment(filename);
  res.type(mediaType);
  // Whatever it holds, a browser that is led to it runs nothing of it.
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  if (immutable) res.setHeader('Cache-Control', 'private, max-age=604800, immutable');
  if (Buffer.isBuffer(content)) {
    res.send(content);
    return;
  }
  const pieces = content[Symbol.asyncIterator]();
  const first = await pieces.next().catch((error) => {
    res.removeHeader('Content-Disposition');
    throw error;
  });
  const all = async function* () {
    if (!first.done) yield first.value;
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) yield piece;
  };
  // Each thing that the call holds is let go by a listener of its own, beside those of the pipeline.
  res.setMaxListeners(maxListeners);
  // A reader who leaves is no fault; a source that fails midway can only break the answer off.
  await pipeline(Readable.from(all()), res).catch((error: NodeJS.ErrnoException) => {
    content.destroy();
    if (!isGone(error)) throw error;
  });
}
