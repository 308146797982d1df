import type { Permission } from '@rowcast/contracts';

export const policy = {
  read: 'Read',
  change: 'Deploy',
} as const satisfies Record<string, Permission>;
