import { expect, test } from 'vitest';
import { checkPublicUrl } from '../../src/platform/public-address.ts';

const answering =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address }));

test('a name is judged by every address that it has', async () => {
  const url = 'https://hooks.example.com/in';
  await checkPublicUrl(url, 'url', [], answering('93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'));
  await expect(checkPublicUrl(url, 'url', [], answering('93.184.215.14', '10.0.0.5'))).rejects.toThrow(
    /private network/,
  );
  await expect(checkPublicUrl(url, 'url', [], answering('::ffff:127.0.0.1'))).rejects.toThrow(
    /private network/,
  );
});

test('while no name can be resolved the address is taken, since it is checked again when it is used', async () => {
  await checkPublicUrl('https://hooks.example.com/in', 'url', [], () =>
    Promise.reject(new Error('EAI_AGAIN')),
  );
});
