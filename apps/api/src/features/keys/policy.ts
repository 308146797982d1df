import type { Permission } from '@rowcast/contracts';

export const policy = {
  read: 'Read',
  create: 'Write',
  rotate: 'Write',
  revoke: 'Write',
} as const satisfies Record<string, Permission>;
