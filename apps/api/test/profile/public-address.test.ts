import { expect, test } from 'vitest';
import { checkPublicUrl, isExcepted, isPublicAddress } from '../../src/platform/network/public-address.ts';

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

const elsewhere = [
  'http://127.1/',
  'http://0/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://%31%32%37.0.0.1/',
  'http://169.254.169.254/latest',
  'http://169.254.170.2/',
  'http://100.100.100.200/',
  'http://192.168.0.1/',
  'http://172.31.255.255/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://a.localhost/',
  'http://metadata.google.internal/',
  'http://printer.local/',
  'http://intranet/',
];

test.each(elsewhere)('does not lead to the internet, however it is written: %s', async (url) => {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return [{ address: '93.184.215.14' }];
  };
  await expect(checkPublicUrl(url, 'url', [], resolve)).rejects.toThrow();
  expect(asked).toEqual([]);
});

test.each([
  ['http://files.internal/t.csv', 'files.internal:80'],
  ['https://FILES.internal/t.csv', 'files.internal:443'],
  ['http://files.internal:80/t.csv', 'files.internal'],
  ['https://files.internal:8443/t.csv', 'files.internal:8443'],
  ['http://[::1]/t.csv', '[::1]:80'],
])('%s is excepted by %s', async (url, host) => {
  expect(isExcepted(url, ['other.internal:80', host])).toBe(true);
  await checkPublicUrl(url, 'url', [host]);
});

test.each([
  ['https://files.internal/t.csv', 'files.internal:80'],
  ['http://files.internal:8443/t.csv', 'files.internal:80'],
  ['http://files.internal:8443/t.csv', 'files.internal'],
  ['http://a.files.internal/t.csv', 'files.internal:80'],
])('%s is not excepted by %s', async (url, host) => {
  expect(isExcepted(url, [host])).toBe(false);
  await expect(checkPublicUrl(url, 'url', [host])).rejects.toThrow(/private network/);
});

test.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  'is on the internet: %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
