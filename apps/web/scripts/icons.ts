import { readFileSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';

const folder = new URL('../public/', import.meta.url);
const mark = readFileSync(new URL('icon.svg', folder), 'utf8');
// Maskable icons are cropped to a circle, so the corners are square and the logo lies in the safe area.
const maskable = mark
  .replace('rx="5.5"', '')
  .replace('viewBox="0 0 24 24"', 'viewBox="-5 -5 34 34"')
  .replace('<rect width="24" height="24"', '<rect x="-5" y="-5" width="34" height="34"');

const icons = [
  { file: 'icon-192.png', size: 192, svg: mark },
  { file: 'icon-512.png', size: 512, svg: mark },
  { file: 'icon-maskable.png', size: 512, svg: maskable },
  { file: 'apple-touch-icon.png', size: 180, svg: mark.replace('rx="5.5"', '') },
];

for (const { file, size, svg } of icons) {
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
  writeFileSync(new URL(file, folder), png);
  console.log(`${file}: ${png.length} bytes`);
}
