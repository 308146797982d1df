import type { Permission } from '@rowcast/contracts';

export const policy = {
  read: 'Read',
  upload: 'Write',
  change: 'Write',
  remove: 'Delete',
} as const satisfies Record<string, Permission>;
