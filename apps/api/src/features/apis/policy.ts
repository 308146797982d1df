import type { Permission } from '@rowcast/contracts';

export const policy = {
  read: 'Read',
  create: 'Write',
  update: 'Write',
  duplicate: 'Write',
  remove: 'Delete',
} as const satisfies Record<string, Permission>;
