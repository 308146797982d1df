import { rm } from 'node:fs/promises';
import path from 'node:path';
import { RowcastError, withoutMisleading } from '@rowcast/contracts';
import type { Request, RequestHandler } from 'express';
import multer from 'multer';
import { newId } from '../../platform/ids.ts';
import { CallerGone } from '../../platform/model-server/server.ts';
import type { UploadedFile } from '../../platform/route.ts';
import { writeHashed } from '../../platform/storage/write-hashed.ts';
import { beginningOf } from '../../platform/text/truncate.ts';
import { contextOf } from '../middleware/request-context.ts';

/** Idle uploads are aborted; slow ones are not. */
const idleMs = 30_000;

declare global {
  namespace Express {
    interface Request {
      uploaded?: UploadedFile;
    }
  }
}

/** Leftovers are removed by the sweep. */
const discard = (req: Request, file: string): Promise<void> =>
  rm(file, { force: true }).catch((err) => contextOf(req).log.warn({ err }, 'upload left to the sweep'));

const hashingStorage: multer.StorageEngine = {
  _handleFile(req, file, done) {
    const target = path.join(contextOf(req as Request).storage.stagingFolder, newId('request'));
    writeHashed(file.stream, target).then(
      ({ sizeBytes, sha256, checksums }) =>
        done(null, { path: target, size: sizeBytes, sha256, checksums } as Partial<Express.Multer.File>),
      (error) => discard(req as Request, target).then(() => done(error)),
    );
  },
  _removeFile: (_req, file, done) => void rm(file.path, { force: true }).then(() => done(null), done),
};

/** The parser's complaints have no code, unlike those of the disk. */
const isMalformed = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof RowcastError) && !('code' in error);

const malformed = (cause: Error) =>
  new RowcastError('UPLOAD_MISSING', {
    cause,
    message: `The multipart body is malformed: ${cause.message}.`,
  });

/** Whether its sender left before the route had taken the file, which went with them. */
export const isLeft = (req: Request, error: unknown): boolean =>
  req.uploaded !== undefined &&
  contextOf(req).cancellation.reason instanceof CallerGone &&
  error instanceof Error &&
  'code' in error &&
  error.code === 'ENOENT';

export const receiveUpload =
  (routeMb = Number.POSITIVE_INFINITY): RequestHandler =>
  async (req, res, next) => {
    const maxMb = Math.min(routeMb, contextOf(req).config.MAX_UPLOAD_MB);
    const limits = {
      fileSize: maxMb * 1024 * 1024,
      files: 1,
      fields: 10,
      fieldSize: 10_000,
      parts: 12,
    };
    const receive = multer({ storage: hashingStorage, limits }).single('file');
    req.setTimeout(idleMs, () => req.destroy());
    await new Promise<void>((resolve, reject) => {
      const gone = () => reject(new RowcastError('UPLOAD_ABORTED'));
      req.once('aborted', gone);
      receive(req, res, (error: unknown) => {
        req.off('aborted', gone);
        if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') {
          const message = `The file is larger than the ${maxMb} MB ${maxMb === routeMb ? 'accepted here' : 'this server accepts'}.`;
          reject(new RowcastError('FILE_TOO_LARGE', { message, fields: [{ field: 'file', message }] }));
        } else if (error) reject(isMalformed(error) ? malformed(error) : error);
        else resolve();
      });
    });
    req.setTimeout(0);
    if (!req.file) throw new RowcastError('UPLOAD_MISSING');
    const { path: file, originalname, size } = req.file;
    const { sha256, checksums } = req.file as Express.Multer.File &
      Pick<UploadedFile, 'sha256' | 'checksums'>;
    // Browsers send the name as UTF-8, which busboy reads as Latin-1.
    const decoded = Buffer.from(originalname, 'latin1').toString('utf8');
    const filename = beginningOf(withoutMisleading(decoded), 255);
    // Whatever the route does: a file that it did not take is gone once it has answered.
    res.once('close', () => discard(req, file));
    if (res.closed) {
      await discard(req, file);
      throw new RowcastError('UPLOAD_ABORTED');
    }
    req.uploaded = { path: file, filename, sizeBytes: size, sha256, checksums };
    next();
  };
