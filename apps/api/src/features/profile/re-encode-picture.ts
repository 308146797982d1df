import { RowcastError } from '@rowcast/contracts';
import sharp from 'sharp';

const side = 256;
const maxPixels = 50_000_000;

// Of the formats that the library reads, only those of photographs: none that can refer to other files or hold text.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** Decodes and re-encodes a picture, which removes metadata and embedded payloads. */
export async function drawPicture(from: string, to: string): Promise<void> {
  try {
    await sharp(from, { limitInputPixels: maxPixels, pages: 1 })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 85 })
      .toFile(to);
  } catch (cause) {
    const error = new RowcastError('PICTURE_UNREADABLE', { cause });
    throw new RowcastError('PICTURE_UNREADABLE', {
      cause,
      fields: [{ field: 'file', message: error.message }],
    });
  }
}
