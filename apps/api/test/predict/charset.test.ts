import { expect, test } from 'vitest';
import { asUtf8, streamedAsUtf8 } from '../../src/predict/http/charset.ts';

const text = 'city;note\nZürich;5 €\n';
const swapped = (body: Buffer) => Buffer.from(body).swap16();
const utf16 = Buffer.from(text, 'utf16le');
const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]);
const windows = Buffer.from(text.replace('ü', '\u00fc').replace('€', '\u0080'), 'latin1');

test.each<[string, string, Buffer]>([
  ['no charset', 'text/csv', Buffer.from(text)],
  ['UTF-8', 'text/csv; charset=UTF-8', Buffer.from(text)],
  ['UTF-16', 'text/csv; charset=utf-16le', utf16],
  ['UTF-16 with a mark', 'text/csv; charset=utf-16', marked],
  ['UTF-16 the other way round', 'text/csv; charset="utf-16be"', swapped(utf16)],
  ['UTF-16 of which only the mark reports', 'text/csv', swapped(marked)],
  ['UTF-16 that is called the other way round', 'text/csv; charset=utf-16be', marked],
  ['UTF-16 that is called windows-1252', 'text/csv; charset=windows-1252', marked],
  ['UTF-16 that is called UTF-8', 'text/csv; charset=utf-8', swapped(marked)],
  ['windows-1252', 'text/csv;charset=windows-1252', windows],
  ['what is called latin1 and has the euro of windows-1252', 'text/csv; charset=latin1', windows],
])('rows in %s become UTF-8', (_, type, body) => {
  const read = asUtf8(body, type);
  expect(read.body.toString('utf8')).toBe(text);
  expect(read.contentType).toMatch(/^text\/csv(; ?charset="?utf-8"?)?$/i);
});

test.each<[string, string, Buffer, string]>([
  [
    'a charset that is not read',
    'text/csv; charset=ebcdic',
    windows,
    'The charset "ebcdic" is not supported',
  ],
  ['bytes of another charset', 'text/csv', windows, 'charset=windows-1252'],
  ['bytes that are not the UTF-8 they say', 'text/csv; charset=utf-8', windows, 'not valid UTF-8'],
  [
    'half a character',
    'application/x-ndjson; charset=utf-16',
    marked.subarray(0, 9),
    'not valid in the charset',
  ],
])('%s is refused with what to send', (_, type, body, message) => {
  expect(() => asUtf8(body, type)).toThrow(
    expect.objectContaining({ code: 'CONTENT_TYPE_UNSUPPORTED', message: expect.stringContaining(message) }),
  );
});

test('what begins with the mark of UTF-8 is UTF-8, whatever it is called', () => {
  const bom = Buffer.from(`\ufeff${text}`);
  const read = asUtf8(bom, 'text/csv; charset=windows-1252');
  expect([read.body, read.contentType]).toEqual([bom, 'text/csv; charset=utf-8']);
});

test('a byte order mark of UTF-8, and JSON, are left to their readers', () => {
  const bom = Buffer.from(`\ufeff${text}`);
  expect(asUtf8(bom, 'text/csv').body).toBe(bom);
  expect(asUtf8(windows, 'application/json').body).toBe(windows);
});

test('a stream is read as UTF-8 alone', () => {
  expect(() => streamedAsUtf8('text/csv; charset=utf-16')).toThrow('Send UTF-8');
  streamedAsUtf8('text/csv; charset=UTF-8');
  streamedAsUtf8('application/x-ndjson');
});
