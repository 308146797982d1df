import type { Permission } from '@rowcast/contracts';

export const policy = {
  read: 'Read',
  create: 'Write',
  train: 'Write',
  stop: 'Write',
  rename: 'Write',
  remove: 'Delete',
} as const satisfies Record<string, Permission>;
