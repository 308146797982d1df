import type { Permission } from '@rowcast/contracts';

export const policy = {
  read: 'Read',
  test: 'Test',
  write: 'Test',
} as const satisfies Record<string, Permission>;
