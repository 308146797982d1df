import { expect, test } from 'vitest';
import { nearest } from '../../src/platform/network/rendezvous-hash.ts';

const servers = ['http://10.0.0.1:8100', 'http://10.0.0.2:8100', 'http://10.0.0.3:8100'].map((url) => ({
  url,
}));
const keys = Array.from({ length: 300 }, (_, index) => `bundle ${index}`);
const places = (among: typeof servers) => keys.map((key) => nearest(among, key).url);

test('keys are spread over the servers, in whatever order those are listed', () => {
  for (const { url } of servers)
    expect(places(servers).filter((place) => place === url).length).toBeGreaterThan(60);
  expect(places([...servers].reverse())).toEqual(places(servers));
});

test('a server that joins takes keys over, and no other key moves', () => {
  const before = places(servers.slice(0, 2));
  const moved = places(servers).filter((place, index) => place !== before[index]);
  expect(new Set(moved)).toEqual(new Set([servers[2]?.url]));
  expect(moved.length).toBeLessThan(140);
});
