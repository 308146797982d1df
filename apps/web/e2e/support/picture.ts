import { crc32, deflateSync } from 'node:zlib';
import type { Page, PageScreenshotOptions } from 'playwright-core';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A square PNG of colours running into one another. */
export function pixels(side: number): Buffer {
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: side }, (_pixel, x) => [200 - x, 60 + y, 120]).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** How red a patch of a page is where it begins, as it is painted. */
export async function redOf(page: Page, clip: Required<PageScreenshotOptions>['clip']): Promise<number> {
  const shot = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (png) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    return context?.getImageData(1, 1, 1, 1).data[0] ?? 0;
  }, shot);
}
