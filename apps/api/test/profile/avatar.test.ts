import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let asha: SignedIn;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  asha = await app.signIn();
});

const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } });

const upload = (bytes: Buffer, filename = 'me.png', type = 'image/png') =>
  app.request
    .post('/api/v1/users/me/avatar')
    .set(asha.headers)
    .attach('file', bytes, { filename, contentType: type });

const stored = () => readdir(new URL(`${app.services.config.STORAGE_URL}/avatars`).pathname).catch(() => []);

test('a picture becomes a square of its own, served so that nothing in it can run', async () => {
  const place = { IFD0: { Copyright: 'hidden words' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
  const jpeg = await picture().withExif(place).jpeg().toBuffer();
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
  const { body } = await upload(polyglot, 'me.jpg.html', 'text/html').expect(200);
  expect(body.avatarUrl).toMatch(/^\/api\/v1\/avatars\/[0-9a-f]{32}$/);
  const served = await app.request.get(body.avatarUrl).buffer(true).expect(200);
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=604800, immutable',
  });
  const bytes: Buffer = served.body;
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  for (const left of ['hidden words', 'script', 'PK\x03\x04']) expect(bytes.includes(left)).toBe(false);
});

test.each([
  ['a program', Buffer.from('#!/bin/sh\necho hi\n')],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  [
    'a drawing that can hold scripts',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
  ],
  ['half a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['nothing', Buffer.alloc(0)],
])('%s is no picture, whatever it calls itself', async (_what, bytes) => {
  const { body } = await upload(bytes).expect(400);
  expect(body).toMatchObject({ error: { code: 'PICTURE_UNREADABLE' }, fields: [{ field: 'file' }] });
  expect((await app.request.get('/api/v1/auth/me').set(asha.headers)).body.avatarUrl).toBeNull();
});

test('a format that was not asked for is refused though the library reads it', async () => {
  await upload(await picture(9, 9).tiff().toBuffer()).expect(400, /PICTURE_UNREADABLE/);
});

test('a small file that inflates beyond all measure is refused', async () => {
  await upload(await picture(12_000, 12_000).png().toBuffer()).expect(400, /PICTURE_UNREADABLE/);
});

test('a file above 5 MB is refused while it is sent', async () => {
  const { body } = await upload(Buffer.alloc(5 * 1024 * 1024 + 1)).expect(413);
  expect(body).toMatchObject({ error: { code: 'FILE_TOO_LARGE' }, fields: [{ field: 'file' }] });
});

test('a new picture takes the place of the former one, and removing it leaves none', async () => {
  const png = await picture().png().toBuffer();
  const before = (await stored()).length;
  const first = (await upload(png).expect(200)).body.avatarUrl;
  const second = (await upload(png).expect(200)).body.avatarUrl;
  expect(second).not.toBe(first);
  await app.request.get(first).expect(404);
  await app.request.get(second).expect(200);
  expect(await stored()).toHaveLength(before + 1);
  const { body } = await app.request.delete('/api/v1/users/me/avatar').set(asha.headers).expect(200);
  expect(body.avatarUrl).toBeNull();
  await app.request.get(second).expect(404);
  expect(await stored()).toHaveLength(before);
});

test.each([
  '../../etc/passwd',
  '%2e%2e%2fsecrets',
  '%252e%252e%252f',
  '..%5c..',
  'a;b',
  `${'0'.repeat(32)}%00`,
])('a picture named %s is not found', async (name) => {
  await app.request.get(`/api/v1/avatars/${name}`).expect(404);
});

test('the members of a workspace see the picture', async () => {
  const workspace = { id: asha.workspaceId, slug: asha.workspaceSlug };
  const viewer = await app.signIn({ workspace, role: 'viewer' });
  const { avatarUrl } = (await upload(await picture().png().toBuffer()).expect(200)).body;
  const { body } = await app.request
    .get('/api/v1/team/members')
    .set({ ...viewer.headers, 'X-Rowcast-Workspace': workspace.slug })
    .expect(200);
  expect(body.data.map(({ id, avatarUrl: seen }: { id: string; avatarUrl: string }) => [id, seen])).toEqual([
    [asha.userId, avatarUrl],
    [viewer.userId, null],
  ]);
});
