import type { Device } from '@rowcast/contracts';
import Bowser from 'bowser';

const kinds = ['desktop', 'mobile', 'tablet'] as const;

/** What a User-Agent header says; a program that is no browser has a name of its own at best. */
export function deviceOf(userAgent: string): Device {
  if (!userAgent) return { browser: null, os: null, kind: 'other' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: browser.name || (userAgent.split('/')[0] ?? '').slice(0, 40) || null,
    os: os.name ?? null,
    kind: kinds.find((kind) => kind === platform.type) ?? 'other',
  };
}
